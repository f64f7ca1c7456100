import * as resets from "@/lib/domain/members/resets";
import { lookAtReset } from "@/lib/domain/members/resets/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(lookAtReset, ({ body }) => resets.look(body.token));
