import { endpoint } from "@/lib/api/endpoint";
import * as workspaces from "@/lib/workspaces";
import { setUp } from "@/lib/workspaces/contract";

export const POST = endpoint(setUp, ({ body }) => workspaces.setUp(body));
