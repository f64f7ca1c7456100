import { endpoint } from "@/lib/api/endpoint";
import * as operator from "@/lib/operator";
import { operate } from "@/lib/operator/contract";

export const POST = endpoint(operate, ({ body }) => operator.run(body));
