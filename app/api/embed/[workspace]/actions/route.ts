import * as helpdesks from "@/lib/domain/helpdesks";
import { pressFrameButton } from "@/lib/domain/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(pressFrameButton, ({ caller, body }) => helpdesks.press(caller.workspace.id, caller.viewer, body));
