import * as buttons from "@/lib/actions/buttons";
import { orderButtons } from "@/lib/actions/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PUT = endpoint(orderButtons, ({ caller, body }) => buttons.orderButtons(caller.workspace.id, caller.by, body.ids));
