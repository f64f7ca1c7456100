import * as invitations from "@/lib/domain/members/invitations/accept";
import { getInvitation } from "@/lib/domain/members/invitations/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(getInvitation, ({ caller, body }) => invitations.readInvitation(body.token, caller.email));
