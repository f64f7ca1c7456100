"use client";

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isObject } from "@/lib/kernel/shape";
import { throttle } from "@/lib/kernel/throttle";
import type { StreamMessage } from "./stream";
import { useStream } from "./use-stream";

const refreshMs = 500;
/** A refetch reads every page that is loaded. */
const maxLivePages = 3;

/** Refetches these queries while the component is mounted, whenever a change notification has something in its `part`. */
export function useLiveQueries(workspace: string, queryKey: QueryKey, part: "calls" | "requests"): { away: boolean } {
  const client = useQueryClient();
  const [refresh] = useState(() =>
    throttle(refreshMs, () => client.invalidateQueries({ queryKey, predicate: ({ state }) => pagesOf(state.data) <= maxLivePages })),
  );
  const onMessage = (message: StreamMessage) => {
    if (message.kind !== "change" || has(message.data, part)) refresh();
  };
  // When the stream is rejected, a refetch finds out whether the session has ended.
  return useStream(workspace, onMessage, refresh);
}

function has(data: string, part: string): boolean {
  const sent: unknown = JSON.parse(data);
  return isObject(sent) && Array.isArray(sent[part]) && sent[part].length > 0;
}

const pagesOf = (data: unknown): number => (isObject(data) && Array.isArray(data["pages"]) ? data["pages"].length : 1);
