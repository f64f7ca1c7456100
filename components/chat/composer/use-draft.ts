import { useEffect, useState } from "react";
import { type Draft, kept, type Place } from "@/lib/browser/draft-storage";

/** What is being written, and for whom. It outlives the switch to another chat and a reload: a note must not come back as a reply. */
export function useDraft(place: Place): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState<Draft>({ kind: "message", text: "" });
  useEffect(() => setDraft(kept.draft(place)), [place]);
  return [
    draft,
    (next) => {
      setDraft(next);
      kept.keepDraft(place, next);
    },
  ];
}
