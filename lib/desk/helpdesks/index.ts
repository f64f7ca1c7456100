/**
 * A helpdesk is another tool that shows the panel in a frame, such as Chatwoot: its settings, tokens and reads. The panel beside
 * Beside's own chats is `panel`.
 */

import type { z } from "zod";
import { startCall } from "@/lib/actions/calls/start";
import { handleOfContact, handle as handleProblem } from "@/lib/chats/handled";
import { handleAllOfContact, handleAll as handleAllProblems } from "@/lib/chats/handled/all";
import * as panel from "@/lib/desk/panel";
import { AppError } from "@/lib/kernel/errors";
import type { FrameSubject, FrameView, handleAllFrameProblems, handleFrameProblem, listFrameEvents, pressFrameButton } from "./contract";
import { find, type Viewer } from "./find";
import { noteOutcome } from "./outcome-notes";
import { readPanel, withoutCloser, withoutTeam } from "./panel";
import { standInChat } from "./stand-in";
import { chatOf } from "./subject";

export { createCode, redeemCode } from "./codes";
export type { Viewer } from "./find";
export { chatwootOriginOf, isFrameOrigin } from "./origins";
export { readSettings, saveSettings } from "./settings";
export { agentOf, contactOf, createBearer, createContactToken, createRenewal, renewalOf } from "./tokens";
export { waitUntilKnown } from "./unknown";
export { concerns, type Watched, watched } from "./watch";

/** The panel in a frame. Somebody unknown is an empty one. */
export async function read(workspaceId: string, viewer: Viewer, subject: FrameSubject): Promise<z.output<typeof FrameView>> {
  const { owner, confirmation } = await find(workspaceId, viewer, subject);
  const isToken = viewer.kind === "token";
  const found = owner && (await readPanel(workspaceId, owner, isToken ? "agent" : viewer.role));
  return {
    panel: found ? (isToken ? withoutTeam(found) : found) : null,
    viewer: isToken
      ? { kind: "token", expiresAt: viewer.expiresAt }
      : { kind: "agent", name: viewer.name, isAdmin: viewer.role !== "agent" },
    confirmation,
  };
}

const unknown = () => new AppError("not_found", "Nobody is known by this userId or phone.");

/** The next page of the person's problems, or of the other events. @throws not_found, invalid_request */
export async function olderEvents(
  workspaceId: string,
  viewer: Viewer,
  { cursor, level, ...subject }: z.output<typeof listFrameEvents.query>,
) {
  const { owner } = await find(workspaceId, viewer, subject);
  if (!owner) throw unknown();
  const page = await panel.olderEventsOf(workspaceId, owner, { cursor, level });
  return viewer.kind === "token" ? { ...page, items: page.items.map(withoutCloser) } : page;
}

/**
 * Presses a button for the person in the frame, in their newest chat. A contact that never chatted here gets one that stands for the
 * conversation elsewhere. @throws forbidden for a token, not_found, conflict when the agent sees somebody else, and what `startCall`
 * throws
 */
export async function press(workspaceId: string, viewer: Viewer, body: z.output<typeof pressFrameButton.body>) {
  if (viewer.kind === "token") throw new AppError("forbidden", "Sign in to press buttons: every press is signed with an agent’s name.");
  const { userId, phone, conversationId, shown, ...pressed } = body;
  const { owner, confirmation } = await findShown(workspaceId, viewer, { userId, phone, conversationId, shown });
  const chatId = (await chatOf(workspaceId, owner)) ?? (await newChat(workspaceId, owner));
  const started = await startCall(workspaceId, chatId, viewer, pressed);
  const isInChatwoot = conversationId !== undefined && (confirmation === "confirmed" || confirmation === "unverified");
  if (started.isNew && isInChatwoot) noteOutcome(workspaceId, { callId: started.callId, chatId, conversationId });
  return started;
}

/**
 * Marks a problem of the person in the frame as handled, or takes that back. Its trace is in the chat where agents go on, if there is
 * one. @throws forbidden for a token, not_found, conflict when the agent sees somebody else
 */
export async function handle(workspaceId: string, viewer: Viewer, body: z.output<typeof handleFrameProblem.body> & { problemId: string }) {
  if (viewer.kind === "token") throw signInFirst();
  const { problemId, handled, ...subject } = body;
  const { owner } = await findShown(workspaceId, viewer, subject);
  const press = { problemId, handled, agent: viewer };
  const chatId = await chatOf(workspaceId, owner);
  if (chatId !== undefined) return handleProblem(workspaceId, chatId, press);
  if (owner.of === "person") throw unknown();
  return handleOfContact(workspaceId, owner.id, press);
}

/** The same for all of the person's problems, or those of one name. @throws as `handle`, invalid_request */
export async function handleAll(workspaceId: string, viewer: Viewer, body: z.output<typeof handleAllFrameProblems.body>) {
  if (viewer.kind === "token") throw signInFirst();
  const { handled, event, at, ...subject } = body;
  const { owner } = await findShown(workspaceId, viewer, subject);
  const press = { handled, event, at, agent: viewer };
  const chatId = await chatOf(workspaceId, owner);
  if (chatId !== undefined) return handleAllProblems(workspaceId, chatId, press);
  if (owner.of === "person") throw unknown();
  return handleAllOfContact(workspaceId, owner.id, press);
}

const signInFirst = () => new AppError("forbidden", "Sign in first: “Handled” is marked with an agent’s name.");

/** Returns whom the frame is about, if that is still whom the agent sees. @throws not_found, conflict */
async function findShown(workspaceId: string, viewer: Viewer, { shown, ...subject }: FrameSubject & { shown?: string | undefined }) {
  const { owner, confirmation } = await find(workspaceId, viewer, subject);
  if (!owner) throw unknown();
  if (shown !== undefined && shown !== owner.id)
    throw new AppError("conflict", "This is somebody else by now. Look at the panel again before you press.");
  return { owner, confirmation };
}

/** Every person has a chat, unless it was removed meanwhile. */
async function newChat(workspaceId: string, { of, id }: panel.Owner): Promise<string> {
  if (of === "person") throw unknown();
  return standInChat(workspaceId, id);
}
