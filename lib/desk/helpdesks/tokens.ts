import { z } from "zod";
import { UserId } from "@/lib/people/shared/identity";
import { type EmbedTokenInput, tokenMinutes } from "./contract";
import { sign, verify } from "./jwt";

const bearerSeconds = tokenMinutes * 60;
/** How long a browser may renew without another window; the session may end before. */
const renewalSeconds = 12 * 60 * 60;

const ContactClaims = z.object({
  workspaceId: z.uuid(),
  subject: z.object({ userId: UserId.optional(), phone: z.string().optional() }),
});
/** The person whom a backend's token shows. */
export type TokenSubject = z.output<typeof ContactClaims>["subject"];

const AgentClaims = z.object({ workspaceId: z.uuid(), sessionId: z.uuid(), origin: z.string() });
/** The session that a frame continues, and the site that shows the frame. */
export type AgentClaims = z.output<typeof AgentClaims>;

/**
 * The token is in the fragment of the address, which browsers send to no server: it reaches no log of ours, of a proxy or of
 * another site, and no Referer.
 */
export function createContactToken(
  workspace: { id: string; slug: string },
  { userId, phone, origin }: EmbedTokenInput & { origin: string },
) {
  const signed = sign("contact", { workspaceId: workspace.id, subject: { userId, phone } }, { seconds: bearerSeconds });
  return { ...signed, url: `${origin}/${encodeURIComponent(workspace.slug)}/embed#token=${signed.token}` };
}

export const contactOf = (token: string) => verify("contact", token, ContactClaims);

/** An agent's token for a frame. It names the session and grants nothing by itself: the session is looked up at each call. */
export const createBearer = (claims: AgentClaims) => sign("agent", only(claims), { seconds: bearerSeconds });

export const agentOf = (token: string) => verify("agent", token, AgentClaims);

/** What the frame's cookie holds: exchanged for new bearers, and accepted nowhere else. */
export const createRenewal = (claims: AgentClaims) => ({
  ...sign("renewal", only(claims), { seconds: renewalSeconds }),
  maxAgeSeconds: renewalSeconds,
});

export const renewalOf = (token: string) => verify("renewal", token, AgentClaims);

const only = ({ workspaceId, sessionId, origin }: AgentClaims): AgentClaims => ({ workspaceId, sessionId, origin });
