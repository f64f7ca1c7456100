import * as actions from "@/lib/actions";
import { checkAddress } from "@/lib/actions/contract";
import { endpoint } from "@/lib/api/endpoint";

export const POST = endpoint(checkAddress, ({ caller, body }) => actions.checkAddress(caller.workspace.id, body.url));
