import * as invitations from "@/lib/domain/members/invitations/accept";
import { lookAtInvitation } from "@/lib/domain/members/invitations/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(lookAtInvitation, ({ caller, body }) => invitations.look(body.token, caller.email));
