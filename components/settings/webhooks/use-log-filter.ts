import { useSearchParams } from "next/navigation";
import { changeSearch } from "@/lib/browser/change-search";
import type { DeliveryFilter } from "@/lib/webhooks/contract";
import { type ShownState, shownStates, type WebhookType, webhookTypes } from "@/lib/webhooks/shared/types";

/** Which endpoint's log is open, and what it shows; an empty text is none. */
type LogFilter = { log: string; state: ShownState | ""; type: WebhookType | "" };

const closed: LogFilter = { log: "", state: "", type: "" };

const filterOf = (search: { get: (name: string) => string | null }): LogFilter => ({
  log: search.get("log") ?? "",
  state: shownStates.find((state) => state === search.get("state")) ?? "",
  type: webhookTypes.find((type) => type === search.get("type")) ?? "",
});

function searchOf(filter: LogFilter): string {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  return search.size > 0 ? `?${search}` : "";
}

/** The log is in the address, so that it survives a reload and can be shared. */
export function useLogFilter() {
  const { log, state, type } = filterOf(useSearchParams());
  const change = (part: Partial<LogFilter>) => changeSearch("replaceState", (now) => searchOf({ ...filterOf(now), ...part }));
  const query: DeliveryFilter = { ...(state && { state }), ...(type && { type }) };
  return { log, state, type, query, isFiltered: state !== "" || type !== "", change, close: () => change(closed) };
}
