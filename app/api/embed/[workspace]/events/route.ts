import * as helpdesks from "@/lib/desk/helpdesks";
import { listFrameEvents } from "@/lib/desk/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listFrameEvents, ({ caller, query }) => helpdesks.olderEvents(caller.workspace.id, caller.viewer, query));
