"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { firstRunQuery } from "@/lib/desk/first-run/browser/queries";
import type { getFirstRun } from "@/lib/desk/first-run/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { throttle } from "@/lib/kernel/throttle";

export type FirstRunState = ReplyOf<typeof getFirstRun>;

const refreshMs = 500;

/** The steps that are done, and what reads them again. */
export function useFirstRun(workspace: string, initial: FirstRunState) {
  const client = useQueryClient();
  const { data } = useQuery({ ...firstRunQuery(workspace), initialData: initial });
  const [refresh] = useState(() => throttle(refreshMs, () => client.invalidateQueries(firstRunQuery(workspace))));
  return { state: data, refresh };
}
