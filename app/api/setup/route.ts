import * as workspaces from "@/lib/domain/workspaces";
import { setUp } from "@/lib/domain/workspaces/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setUp, ({ body }) => workspaces.setUp(body));
