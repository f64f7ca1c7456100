import { endpoint } from "@/lib/api/endpoint";
import * as invitations from "@/lib/invitations/accept";
import { acceptInvitation } from "@/lib/invitations/contract";

export const POST = endpoint(acceptInvitation, ({ caller, body }) => invitations.accept(body, caller.session));
