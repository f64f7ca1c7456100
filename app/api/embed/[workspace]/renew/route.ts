import { renewBearer } from "@/lib/desk/helpdesks/contract";
import { endpoint } from "@/lib/http/endpoint";
import { renew } from "@/lib/http/frame";

export const POST = endpoint(renewBearer, ({ params, request, headers }) => renew({ slug: params.workspace, request, headers }));
