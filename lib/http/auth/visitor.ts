import type { Visitor } from "@/lib/channels/website";
import * as networks from "@/lib/channels/website/networks";
import { clientAddressOf, networkOf, unknownAddress } from "@/lib/http/address";
import type { ApiRequest } from "@/lib/http/request";
import type { Caller } from "./authenticate";

/** The visitor of a customer's website who calls, and a digest of the network that the call comes from. */
export function visitorOf({ caller, request }: { caller: Caller<"widget">; request: ApiRequest }): Visitor {
  const address = clientAddressOf(request.header);
  const network = address === unknownAddress ? undefined : networks.digestOf(caller.workspaceId, networkOf(address));
  return { visitorId: caller.visitorId, network };
}
