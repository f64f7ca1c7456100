import type { Owner } from "@/lib/desk/panel";
import type { Role } from "@/lib/kernel/contract";
import { confirm } from "./chatwoot";
import type { Confirmation, FrameSubject } from "./contract";
import { findOwner, type Hints } from "./subject";
import type { TokenSubject } from "./tokens";

/** The reader of a frame: an agent, whose session was checked, or whoever holds a backend's token for one person. */
export type Viewer = { kind: "agent"; id: string; name: string; role: Role } | { kind: "token"; subject: TokenSubject; expiresAt: Date };

/** `subject` is what the owner was looked for by. */
type Found = { owner: Owner | undefined; subject: Hints; confirmation: Confirmation | null };

/** Finds the person whose panel the frame shows. A token shows its own person, whatever the frame asks for. */
export async function find(workspaceId: string, viewer: Viewer, { conversationId, ...hints }: FrameSubject): Promise<Found> {
  if (viewer.kind === "token") return foundBy(workspaceId, viewer.subject, null);
  if (conversationId === undefined) return foundBy(workspaceId, hints, null);
  const { confirmation, ...subject }: Hints & { confirmation: Confirmation } = await confirm(workspaceId, { ...hints, conversationId });
  return foundBy(workspaceId, subject, confirmation);
}

const foundBy = async (workspaceId: string, subject: Hints, confirmation: Confirmation | null): Promise<Found> => ({
  owner: await findOwner(workspaceId, subject),
  subject,
  confirmation,
});
