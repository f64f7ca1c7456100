import { redeemEmbedCode } from "@/lib/desk/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";
import { redeem } from "@/lib/http/frame";

export const POST = endpoint(redeemEmbedCode, ({ params, body, request, headers }) =>
  redeem(body, { slug: params.workspace, request, headers }),
);
