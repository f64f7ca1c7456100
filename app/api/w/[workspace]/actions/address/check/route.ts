import * as address from "@/lib/domain/receivers/address";
import { checkAddress } from "@/lib/domain/receivers/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(checkAddress, ({ caller, body }) => address.checkAddress(caller.workspace.id, body.url));
