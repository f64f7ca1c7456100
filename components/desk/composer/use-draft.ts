import { useCallback, useEffect, useRef, useState } from "react";
import { type Draft, type DraftKey, storage } from "@/lib/chats/browser/draft-storage";

const empty: Draft = { kind: "message", text: "" };

/** The chat's draft. It survives a switch to another chat and a reload: a note must not come back as a reply. */
export function useDraft(key: DraftKey): [Draft, (change: (draft: Draft) => Draft) => void] {
  const [draft, setDraft] = useState(empty);
  // Several files may finish before the next render.
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = storage.draft(key);
    setDraft(latest.current);
  }, [key]);
  const change = useCallback(
    (next: (draft: Draft) => Draft) => {
      latest.current = next(latest.current);
      setDraft(latest.current);
      storage.saveDraft(key, latest.current);
    },
    [key],
  );
  return [draft, change];
}
