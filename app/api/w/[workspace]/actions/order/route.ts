import * as buttons from "@/lib/domain/buttons";
import { orderButtons } from "@/lib/domain/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PUT = endpoint(orderButtons, ({ caller, body }) => buttons.orderButtons(caller.workspace.id, caller.by, body.ids));
