import { endpoint } from "@/lib/api/endpoint";
import * as resets from "@/lib/resets";
import { lookAtReset } from "@/lib/resets/contract";

export const POST = endpoint(lookAtReset, ({ body }) => resets.look(body.token));
