"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { websiteQuery } from "@/lib/channels/website/browser/queries";
import type { WebsiteView } from "@/lib/channels/website/contract";
import { saveWebsite } from "@/lib/channels/website/endpoints";
import type { WebsiteSettings } from "@/lib/workspace/integrations/shared/settings";

/** `change` updates the cached settings without a request; `refresh` refetches them. */
export function useWebsite(workspace: string) {
  const queries = useQueryClient();
  const query = websiteQuery(workspace);

  function change(update: (current: WebsiteView) => WebsiteView): void {
    // A fetch in flight would overwrite the change with the old state.
    void queries.cancelQueries(query);
    queries.setQueryData(query.queryKey, (current) => current && update(current));
  }

  const save = useMutation({
    mutationFn: (body: WebsiteSettings) => call(saveWebsite, { params: { workspace }, body }),
    onSuccess: (view) => change(() => view),
  });

  return { change, refresh: () => queries.invalidateQueries(query), save };
}
