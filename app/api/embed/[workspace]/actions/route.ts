import * as helpdesks from "@/lib/desk/helpdesks";
import { pressFrameButton } from "@/lib/desk/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(pressFrameButton, ({ caller, body }) => helpdesks.press(caller.workspace.id, caller.viewer, body));
