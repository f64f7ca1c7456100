import * as helpdesks from "@/lib/desk/helpdesks";
import { getFramePanel } from "@/lib/desk/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getFramePanel, ({ caller, query }) => helpdesks.read(caller.workspace.id, caller.viewer, query));
