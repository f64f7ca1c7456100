import * as actions from "@/lib/actions";
import { orderButtons } from "@/lib/actions/contract";
import { endpoint } from "@/lib/api/endpoint";

export const PUT = endpoint(orderButtons, ({ caller, body }) => actions.orderButtons(caller.workspace.id, caller.by, body.ids));
