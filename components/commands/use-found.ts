import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useShownName } from "@/components/ui/use-shown-name";
import { searchQuery } from "@/lib/desk/search/browser/queries";
import type { Entry } from "./entries";
import { foundEntries, type Open, stillMatching } from "./found-entries";

/** How long somebody must not type for a search to begin. */
const pauseMs = 150;

/** A text, once nobody has typed for a while. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

type FoundState = { entries: Entry[]; state: "searching" | "found" | "partial" | "failed" };

/** What the server finds for a text. Until it has replied, what it found before, as far as that still matches. */
export function useFound(workspace: string, typed: string, open: Open): FoundState {
  const nameOf = useShownName();
  const text = typed.trim();
  const paused = usePaused(text);
  const { data, isError, isPlaceholderData } = useQuery({ ...searchQuery(workspace, paused), placeholderData: (previous) => previous });
  const isCurrent = paused === text && !isPlaceholderData;
  const found = useMemo(() => (data ? foundEntries(data, open, nameOf) : []), [data, open, nameOf]);
  const entries = useMemo(() => (isCurrent ? found : stillMatching(text, found)), [found, isCurrent, text]);

  if (text === "") return { entries: [], state: "found" };
  if (!isCurrent || (data === undefined && !isError)) return { entries, state: "searching" };
  if (isError) return { entries: [], state: "failed" };
  return { entries, state: data?.isPartial ? "partial" : "found" };
}
