import * as search from "@/lib/domain/search";
import { search as contract } from "@/lib/domain/search/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(contract, ({ caller, query }) => search.find(caller.workspace.id, query));
