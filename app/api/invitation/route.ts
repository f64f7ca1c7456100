import { endpoint } from "@/lib/api/endpoint";
import * as invitations from "@/lib/invitations/accept";
import { lookAtInvitation } from "@/lib/invitations/contract";

export const POST = endpoint(lookAtInvitation, ({ caller, body }) => invitations.look(body.token, caller.email));
