import { endpoint } from "@/lib/api/endpoint";
import * as resets from "@/lib/resets";
import { useResetLink } from "@/lib/resets/contract";

export const POST = endpoint(useResetLink, ({ body }) => resets.use(body));
