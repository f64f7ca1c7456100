import * as actions from "@/lib/actions";
import { saveAddress } from "@/lib/actions/contract";
import { endpoint } from "@/lib/api/endpoint";

export const PUT = endpoint(saveAddress, ({ caller, body }) => actions.saveAddress(caller.workspace.id, caller.by, body.url));
