import * as search from "@/lib/desk/search";
import { search as contract } from "@/lib/desk/search/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(contract, ({ caller, query }) => search.find(caller.workspace.id, query));
