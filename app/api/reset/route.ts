import * as resets from "@/lib/domain/members/resets";
import { getReset } from "@/lib/domain/members/resets/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(getReset, ({ body }) => resets.readReset(body.token));
