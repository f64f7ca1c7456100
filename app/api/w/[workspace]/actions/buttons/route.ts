import * as buttons from "@/lib/actions/buttons";
import { addButton } from "@/lib/actions/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(addButton, ({ caller, body }) => buttons.addButton(caller.workspace.id, caller.by, body));
