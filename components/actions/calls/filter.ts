import { callStates } from "@/lib/chats/shared/outcomes";
import { isUuid } from "@/lib/kernel/ids";

/** What calls are found by: a state, or all that were not done. */
export const statuses = ["failure", ...callStates] as const;
type Status = (typeof statuses)[number];

/** The filter in the URL. Days are in the reader's time zone: `2026-11-21`, both included. */
export type CallFilter = { status: Status | ""; button: string; from: string; to: string };

export const emptyFilter: CallFilter = { status: "", button: "", from: "", to: "" };

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(new Date(`${text}T00:00:00`).getTime());

/** Parses the URL; invalid values are ignored. */
export function parseFilter(search: URLSearchParams): CallFilter {
  const text = (name: string, isValid: (text: string) => boolean) => [search.get(name) ?? ""].find(isValid) ?? "";
  return {
    status: statuses.find((one) => one === search.get("status")) ?? "",
    button: text("button", isUuid),
    from: text("from", isDay),
    to: text("to", isDay),
  };
}

export function searchOf(chosen: CallFilter): string {
  const entries = Object.entries(chosen).filter(([, value]) => value !== "");
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}

/** The start of a day in the reader's time zone, or of a day after it. */
function startOf(day: string, { daysLater = 0 } = {}): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}

/** The query parameters of the request. */
export const queryOf = ({ status, button, from, to }: CallFilter) => ({
  ...(status && { status }),
  ...(button && { button }),
  ...(from && { from: startOf(from) }),
  ...(to && { to: startOf(to, { daysLater: 1 }) }),
});
