import * as actions from "@/lib/actions";
import { changeButton, removeButton } from "@/lib/actions/contract";
import { endpoint } from "@/lib/api/endpoint";

export const PATCH = endpoint(changeButton, ({ caller, params, body }) =>
  actions.changeButton(caller.workspace.id, caller.by, params.buttonId, body),
);
export const DELETE = endpoint(removeButton, ({ caller, params }) => actions.removeButton(caller.workspace.id, caller.by, params.buttonId));
