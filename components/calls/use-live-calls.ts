"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callsKey } from "@/lib/calls/queries";
import { steadily } from "@/lib/client/steadily";
import { useStream } from "@/lib/client/use-stream";

const refreshMs = 500;

/** Keeps whatever shows calls up to date, for as long as it is on the screen. */
export function useLiveCalls(workspace: string): { away: boolean } {
  const client = useQueryClient();
  const [refresh] = useState(() => steadily(refreshMs, () => client.invalidateQueries({ queryKey: callsKey(workspace) })));
  return useStream(`/api/w/${encodeURIComponent(workspace)}/stream`, (what) => {
    if (what.kind !== "poke" || what.poke.calls.length > 0) refresh();
  });
}
