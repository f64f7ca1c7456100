import { endpoint } from "@/lib/http/endpoint";
import * as operator from "@/lib/ops";
import { operate } from "@/lib/ops/contract";

export const POST = endpoint(operate, ({ body }) => operator.run(body));
