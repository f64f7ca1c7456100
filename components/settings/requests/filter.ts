import { isUuid } from "@/lib/kernel/ids";
import type { RequestQuery } from "@/lib/workspace/request-log/browser/queries";
import { statuses } from "@/lib/workspace/request-log/shared/statuses";

export const shownStatuses = ["errors", ...statuses];

/** The filter in the URL; an empty text is none. */
export type RequestFilter = { status: string; key: string; path: string };

export const emptyFilter: RequestFilter = { status: "", key: "", path: "" };

/** Parses the URL; invalid values are ignored. */
export function parseFilter(search: URLSearchParams): RequestFilter {
  const key = search.get("key") ?? "";
  return {
    status: shownStatuses.find((status) => status === search.get("status")) ?? "",
    key: isUuid(key) ? key : "",
    path: (search.get("path") ?? "").slice(0, 200),
  };
}

export function searchOf(chosen: RequestFilter): string {
  const entries = Object.entries(chosen).filter(([, value]) => value !== "");
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}

/** The query parameters of the request. */
export const queryOf = ({ status, key, path }: RequestFilter): RequestQuery => ({
  ...(status && { status }),
  ...(key && { key }),
  ...(path && { path }),
});
