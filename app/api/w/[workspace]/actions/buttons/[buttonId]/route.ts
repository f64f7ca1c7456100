import * as actions from "@/lib/domain/buttons";
import { changeButton, removeButton } from "@/lib/domain/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PATCH = endpoint(changeButton, ({ caller, params, body }) =>
  actions.changeButton(caller.workspace.id, caller.by, params.buttonId, body),
);
export const DELETE = endpoint(removeButton, ({ caller, params }) => actions.removeButton(caller.workspace.id, caller.by, params.buttonId));
