import type { Change } from "./items";

/** What nobody did: Beside says it of the chat. */
export type Notice = Extract<Change, { chatId: string } | { person: unknown } | { why: unknown }>;
export const isNotice = (change: Change): change is Notice => "chatId" in change || "person" in change || "why" in change;
