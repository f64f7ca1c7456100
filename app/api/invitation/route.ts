import { endpoint } from "@/lib/http/endpoint";
import * as invitations from "@/lib/workspace/members/invitations/accept";
import { getInvitation } from "@/lib/workspace/members/invitations/contract";

export const POST = endpoint(getInvitation, ({ caller, body }) => invitations.readInvitation(body.token, caller.email));
