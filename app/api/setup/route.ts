import { endpoint } from "@/lib/http/endpoint";
import { setUp } from "@/lib/workspace/workspaces/contract";
import { setUp as setUpWorkspace } from "@/lib/workspace/workspaces/create";

export const POST = endpoint(setUp, ({ body }) => setUpWorkspace(body));
