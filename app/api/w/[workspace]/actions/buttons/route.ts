import * as actions from "@/lib/actions";
import { addButton } from "@/lib/actions/contract";
import { endpoint } from "@/lib/api/endpoint";

export const POST = endpoint(addButton, ({ caller, body }) => actions.addButton(caller.workspace.id, caller.by, body));
