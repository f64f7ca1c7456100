"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { call } from "@/lib/browser/call";
import { helpdesksQuery } from "@/lib/desk/helpdesks/browser/settings";
import type * as contracts from "@/lib/desk/helpdesks/contract";
import { saveHelpdesks } from "@/lib/desk/helpdesks/endpoints";
import type { SentOf } from "@/lib/kernel/contract";

/** Saves a part of the settings; the other part stays. */
export function useSaveHelpdesks(workspace: string) {
  const queries = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (body: SentOf<typeof contracts.saveHelpdesks>["body"]) => call(saveHelpdesks, { params: { workspace }, body }),
    onSuccess: (saved) => {
      queries.setQueryData(helpdesksQuery(workspace).queryKey, saved);
      // A new token ends a pause, which the shell tells about.
      router.refresh();
    },
  });
}
