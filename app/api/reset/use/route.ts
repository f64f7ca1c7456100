import * as resets from "@/lib/domain/members/resets";
import { useResetLink } from "@/lib/domain/members/resets/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(useResetLink, ({ body }) => resets.use(body));
