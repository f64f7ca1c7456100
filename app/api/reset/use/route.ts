import { endpoint } from "@/lib/http/endpoint";
import * as resets from "@/lib/workspace/members/resets";
import { useResetLink } from "@/lib/workspace/members/resets/contract";

export const POST = endpoint(useResetLink, ({ body }) => resets.use(body));
