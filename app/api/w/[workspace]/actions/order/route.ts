import * as actions from "@/lib/domain/buttons";
import { orderButtons } from "@/lib/domain/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PUT = endpoint(orderButtons, ({ caller, body }) => actions.orderButtons(caller.workspace.id, caller.by, body.ids));
