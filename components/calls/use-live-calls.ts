"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callsKey } from "@/lib/calls/queries";
import { steadily } from "@/lib/client/steadily";
import type { Heard } from "@/lib/client/stream";
import { useStream } from "@/lib/client/use-stream";

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
