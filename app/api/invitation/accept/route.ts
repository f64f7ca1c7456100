import * as invitations from "@/lib/domain/members/invitations/accept";
import { acceptInvitation } from "@/lib/domain/members/invitations/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(acceptInvitation, ({ caller, body }) => invitations.accept(body, caller.session));
