import * as address from "@/lib/domain/receivers/address";
import { saveAddress } from "@/lib/domain/receivers/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PUT = endpoint(saveAddress, ({ caller, body }) => address.saveAddress(caller.workspace.id, caller.by, body.url));
