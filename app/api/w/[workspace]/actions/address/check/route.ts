import * as address from "@/lib/actions/receivers/address";
import { checkAddress } from "@/lib/actions/receivers/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(checkAddress, ({ caller, body }) => address.checkAddress(caller.workspace.id, body.url));
