"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callsKey } from "@/lib/actions/calls/browser/queries";
import type { StreamMessage } from "@/lib/browser/stream";
import { useStream } from "@/lib/browser/use-stream";
import { throttle } from "@/lib/kernel/throttle";

const refreshMs = 500;

/** Refetches call queries on change notifications while the component is mounted. */
export function useLiveCalls(workspace: string): { away: boolean } {
  const client = useQueryClient();
  const [refresh] = useState(() => throttle(refreshMs, () => client.invalidateQueries({ queryKey: callsKey(workspace) })));
  const onMessage = (message: StreamMessage) => {
    if (message.kind !== "change" || message.notification.calls.length > 0) refresh();
  };
  // When the stream is rejected, a refetch finds out whether the session has ended.
  return useStream(workspace, onMessage, refresh);
}
