"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Heard } from "@/lib/browser/stream";
import { useStream } from "@/lib/browser/use-stream";
import { callsKey } from "@/lib/domain/calls/browser/queries";
import { steadily } from "@/lib/kernel/throttle";

const refreshMs = 500;

/** Keeps whatever shows calls up to date, for as long as it is on the screen. */
export function useLiveCalls(workspace: string): { away: boolean } {
  const client = useQueryClient();
  const [refresh] = useState(() => steadily(refreshMs, () => client.invalidateQueries({ queryKey: callsKey(workspace) })));
  const heard = (what: Heard) => {
    if (what.kind !== "poke" || what.poke.calls.length > 0) refresh();
  };
  // What is refused is asked for again, which finds out that the session has ended.
  return useStream(`/api/w/${encodeURIComponent(workspace)}/stream`, heard, refresh);
}
