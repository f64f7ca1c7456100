import { useEffect, useState } from "react";

export type Draft = { kind: "message" | "note"; text: string };

const empty: Draft = { kind: "message", text: "" };
const keyOf = (chatId: string) => `draft ${chatId}`;

function read(chatId: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(chatId)) ?? "null");
    const { kind, text } = (kept ?? {}) as Partial<Draft>;
    return typeof text === "string" ? { kind: kind === "note" ? "note" : "message", text } : empty;
  } catch {
    return empty;
  }
}

function keep(chatId: string, draft: Draft): void {
  try {
    if (draft.text === "" && draft.kind === "message") sessionStorage.removeItem(keyOf(chatId));
    else sessionStorage.setItem(keyOf(chatId), JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing still lets one write.
  }
}

/** What is being written, and for whom. It outlives the switch to another chat and a reload: a note must not come back as a reply. */
export function useDraft(chatId: string): [Draft, (draft: Draft) => void] {
  const [draft, setDraft] = useState(empty);
  useEffect(() => setDraft(read(chatId)), [chatId]);
  return [
    draft,
    (next) => {
      setDraft(next);
      keep(chatId, next);
    },
  ];
}
