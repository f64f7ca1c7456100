import * as buttons from "@/lib/domain/buttons";
import { addButton } from "@/lib/domain/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(addButton, ({ caller, body }) => buttons.addButton(caller.workspace.id, caller.by, body));
