import * as actions from "@/lib/actions";
import { checkAddress } from "@/lib/actions/contract";
import { endpoint } from "@/lib/api/endpoint";

export const POST = endpoint(checkAddress, ({ body }) => actions.checkAddress(body.url));
