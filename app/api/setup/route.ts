import { setUp } from "@/lib/domain/workspaces/contract";
import { setUp as setUpWorkspace } from "@/lib/domain/workspaces/create";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setUp, ({ body }) => setUpWorkspace(body));
