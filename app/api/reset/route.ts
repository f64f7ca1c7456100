import { endpoint } from "@/lib/http/endpoint";
import * as resets from "@/lib/workspace/members/resets";
import { getReset } from "@/lib/workspace/members/resets/contract";

export const POST = endpoint(getReset, ({ body }) => resets.readReset(body.token));
