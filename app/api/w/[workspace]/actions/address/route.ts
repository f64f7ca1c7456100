import * as address from "@/lib/actions/receivers/address";
import { saveAddress } from "@/lib/actions/receivers/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PUT = endpoint(saveAddress, ({ caller, body }) => address.saveAddress(caller.workspace.id, caller.by, body.url));
