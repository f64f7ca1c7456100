import type { z } from "zod";
import { Channel } from "@/lib/chats/contract";
import { ContactFilter, EntryKind, type TimelineFilter } from "@/lib/desk/directory/contract";

/** The filter of the list as it is in the address; "" for none. */
export type ListFilter = Record<"text" | "problems" | "attribute" | "value" | "seen" | "tag", string>;

export const emptyFilter: ListFilter = { text: "", problems: "", attribute: "", value: "", seen: "", tag: "" };

const names = ["text", "problems", "attribute", "value", "seen", "tag"] as const satisfies (keyof ListFilter)[];

type Parameters = { get: (name: string) => string | null };

export const filterOf = (params: Parameters): ListFilter => ({
  text: params.get("text") ?? "",
  problems: params.get("problems") ?? "",
  attribute: params.get("attribute") ?? "",
  value: params.get("value") ?? "",
  seen: params.get("seen") ?? "",
  tag: params.get("tag") ?? "",
});

export const isFiltered = (filter: ListFilter): boolean => names.some((name) => filter[name] !== "");

/** The part of the address that keeps the filter: "" without one. */
export function searchOf(filter: ListFilter): string {
  const params = new URLSearchParams(names.flatMap((name) => (filter[name] === "" ? [] : [[name, filter[name]]])));
  return params.size > 0 ? `?${params}` : "";
}

/** The filter as the server takes it: without what it would refuse, such as half of an attribute or a made-up number of days. */
export function queryOf(filter: ListFilter): z.input<typeof ContactFilter> {
  const { text, problems, attribute, value, seen, tag } = ContactFilter.shape;
  const trimmed = filter.text.trim();
  const isPair = filter.attribute !== "" && filter.value !== "";
  return {
    ...(trimmed !== "" && text.safeParse(trimmed).success && { text: trimmed }),
    ...(problems.safeParse(filter.problems).success && { problems: "open" as const }),
    ...(isPair &&
      attribute.safeParse(filter.attribute).success &&
      value.safeParse(filter.value).success && { attribute: filter.attribute, value: filter.value }),
    ...(filter.seen !== "" && seen.safeParse(filter.seen).success && { seen: filter.seen }),
    ...(filter.tag !== "" && tag.safeParse(filter.tag).success && { tag: filter.tag }),
  };
}

/** The filter of a timeline in an address; what it cannot mean is left out. */
export function timelineFilterOf(params: Parameters): TimelineFilter {
  const kind = EntryKind.safeParse(params.get("kind"));
  const channel = Channel.safeParse(params.get("channel"));
  return { ...(kind.success && { kind: kind.data }), ...(channel.success && { channel: channel.data }) };
}

export function timelineSearchOf({ kind, channel }: TimelineFilter): string {
  const params = new URLSearchParams({ ...(kind && { kind }), ...(channel && { channel }) });
  return params.size > 0 ? `?${params}` : "";
}
