import { useEffect, useState } from "react";
import { type Draft, type DraftKey, storage } from "@/lib/browser/draft-storage";

/** The draft with its kind. It survives a switch to another chat and a reload: a note must not come back as a reply. */
export function useDraft(key: DraftKey): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState<Draft>({ kind: "message", text: "" });
  useEffect(() => setDraft(storage.draft(key)), [key]);
  return [
    draft,
    (next) => {
      setDraft(next);
      storage.saveDraft(key, next);
    },
  ];
}
