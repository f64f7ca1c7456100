"use client";

import { useQueryClient } from "@tanstack/react-query";
import { actionSettingsQuery } from "@/lib/actions/receivers/browser/queries";
import type { getActionSettings } from "@/lib/actions/receivers/contract";
import type { ReplyOf } from "@/lib/kernel/contract";

type Settings = ReplyOf<typeof getActionSettings>;

/** `change` updates the cached settings without a request; `refresh` refetches them. */
export function useActionSettings(workspace: string) {
  const queries = useQueryClient();
  const query = actionSettingsQuery(workspace);

  function change(update: (current: Settings) => Partial<Settings>): void {
    // A fetch in flight would overwrite the change with the old state.
    void queries.cancelQueries(query);
    queries.setQueryData(query.queryKey, (current) => current && { ...current, ...update(current) });
  }
  const refresh = () => queries.invalidateQueries(query);

  return { change, refresh };
}
