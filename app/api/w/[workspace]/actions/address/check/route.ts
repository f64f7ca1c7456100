import * as actions from "@/lib/domain/buttons";
import { checkAddress } from "@/lib/domain/buttons/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(checkAddress, ({ caller, body }) => actions.checkAddress(caller.workspace.id, body.url));
