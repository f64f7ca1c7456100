import * as overview from "@/lib/desk/overview";
import { getOverview } from "@/lib/desk/overview/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getOverview, ({ caller, query }) => overview.read(caller.workspace.id, query));
