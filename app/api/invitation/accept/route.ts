import { endpoint } from "@/lib/http/endpoint";
import * as invitations from "@/lib/workspace/members/invitations/accept";
import { acceptInvitation } from "@/lib/workspace/members/invitations/contract";

export const POST = endpoint(acceptInvitation, ({ caller, body }) => invitations.accept(body, caller.session));
