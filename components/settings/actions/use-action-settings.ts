"use client";

import { useQueryClient } from "@tanstack/react-query";
import { actionSettingsQuery } from "@/lib/domain/receivers/browser/queries";
import type { getActionSettings } from "@/lib/domain/receivers/contract";
import type { ReplyOf } from "@/lib/kernel/contract";

type Settings = ReplyOf<typeof getActionSettings>;

/** Changes what the page shows without asking the server, and asks it. */
export function useActionSettings(workspace: string) {
  const queries = useQueryClient();
  const query = actionSettingsQuery(workspace);

  function change(by: (before: Settings) => Partial<Settings>): void {
    // A read that is under way would bring back what was before.
    void queries.cancelQueries(query);
    queries.setQueryData(query.queryKey, (before) => before && { ...before, ...by(before) });
  }
  const refresh = () => queries.invalidateQueries(query);

  return { change, refresh };
}
