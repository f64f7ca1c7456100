import * as actions from "@/lib/domain/buttons";
import { saveAddress } from "@/lib/domain/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PUT = endpoint(saveAddress, ({ caller, body }) => actions.saveAddress(caller.workspace.id, caller.by, body.url));
