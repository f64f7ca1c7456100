import * as overview from "@/lib/domain/overview";
import { getOverview } from "@/lib/domain/overview/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getOverview, ({ caller, query }) => overview.read(caller.workspace.id, query));
