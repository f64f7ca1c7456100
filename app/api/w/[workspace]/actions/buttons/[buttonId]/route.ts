import * as buttons from "@/lib/actions/buttons";
import { changeButton, removeButton } from "@/lib/actions/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PATCH = endpoint(changeButton, ({ caller, params, body }) =>
  buttons.changeButton(caller.workspace.id, caller.by, params.buttonId, body),
);
export const DELETE = endpoint(removeButton, ({ caller, params }) => buttons.removeButton(caller.workspace.id, caller.by, params.buttonId));
