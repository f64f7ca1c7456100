import type { ChatSummary } from "@/lib/chats/contract";

const maxShown = 99;

/**
 * Chats with something unread that are the agent's own or nobody's: as many as the server counts, without the one on the screen (`seen`),
 * which is not recorded as read yet. A server of the previous version does not count them: then those that are loaded.
 */
export function waitingFor(
  chats: readonly Pick<ChatSummary, "id" | "unread" | "assignee">[],
  counted: number | undefined,
  { accountId, seen }: { accountId: string; seen: string | null },
): number {
  const unread = chats.filter((chat) => chat.unread > 0 && (!chat.assignee || chat.assignee.id === accountId));
  const isSeenUnread = unread.some(({ id }) => id === seen);
  return Math.max(0, (counted ?? unread.length) - Number(isSeenUnread));
}

export const withoutCount = (title: string): string => title.replace(/^\(\d+\+?\) /, "");

/** "(3) Chats · Beside" */
export const titleWith = (title: string, count: number): string =>
  count > 0 ? `(${count > maxShown ? `${maxShown}+` : count}) ${withoutCount(title)}` : withoutCount(title);

const sign = `<style>.r{fill:#1b1b1a}.p{stroke:#f6f6f4}@media(prefers-color-scheme:dark){.r{fill:#ececea}.p{stroke:#0f1012}}</style><rect class="r" width="32" height="32" rx="8"/><path class="p" d="M12 7v17m0-6a4.5 4.5 0 1 1 4.5 5A4.5 4.5 0 0 1 12 18.5" fill="none" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/>`;
const maxInIcon = 9;

/** app/icon.svg with how many chats wait, on red while there is an open problem; null for neither. */
export function tabIcon(count: number, hasProblem: boolean): string | null {
  if (count === 0 && !hasProblem) return null;
  const shown = count === 0 ? "" : count > maxInIcon ? `${maxInIcon}+` : String(count);
  const font = `font-family="system-ui,sans-serif" font-weight="700" font-size="${shown.length > 1 ? 12 : 16}"`;
  const dot = `<circle cx="22" cy="10" r="10" fill="${hasProblem ? "#d13438" : "#2b50c8"}"/>`;
  const number = shown && `<text x="22" y="15" text-anchor="middle" fill="#fff" ${font}>${shown}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${sign}${dot}${number}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
