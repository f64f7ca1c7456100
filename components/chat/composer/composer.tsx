"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useState } from "react";
import { firstNameOf } from "@/components/chat/shared/describe";
import { useLive } from "@/components/chat/shared/live";
import { Button } from "@/components/ui/button";
import { type Draft, type DraftKey, storage } from "@/lib/browser/draft-storage";
import { maxMessageLength } from "@/lib/domain/chats/contract";
import type { Panel } from "@/lib/domain/panel/contract";
import { newId } from "@/lib/kernel/ids";
import { codePoints, isolated } from "@/lib/kernel/text";
import { ClosedNotice } from "./closed-notice";
import { ComposerKind } from "./composer-kind";

/** The draft with its kind. It survives a switch to another chat and a reload: a note must not come back as a reply. */
function useDraft(key: DraftKey): [Draft, (draft: Draft) => void] {
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

type Props = { draftKey: DraftKey; displayName: string; channel: Panel["chat"]["channel"]; isClosed: boolean };

/** Writes a message to the customer or a note for the team. It appears in the timeline at once. */
export function Composer({ draftKey, displayName, channel, isClosed }: Props) {
  const t = useTranslations("chat.composer");
  const { live } = useLive();
  const [{ kind, text }, setDraft] = useDraft(draftKey);
  const hint = useId();
  const isNote = kind === "note";
  const excess = codePoints(text.trim()) - maxMessageLength;

  function send(event: SyntheticEvent) {
    event.preventDefault();
    if (text.trim() === "" || excess > 0) return;
    live.send(draftKey, { id: newId(), kind, text: text.trim(), writtenAt: new Date().toISOString() });
    setDraft({ kind, text: "" });
  }

  const sendByKey = (event: KeyboardEvent) => event.key === "Enter" && (event.metaKey || event.ctrlKey) && send(event);
  const isReplyBlocked = isClosed && !isNote;
  const advice = isNote ? t("onlyTeam") : isReplyBlocked ? "" : t(`sentTo.${channel}`);

  return (
    <div className="flex-none border-t border-line px-6 pt-3 pb-4 max-md:px-3 max-md:pb-3">
      <form
        method="post"
        onSubmit={send}
        className={`mx-auto max-w-[720px] rounded-xl border focus-within:border-accent focus-within:ring-3 focus-within:ring-accent-soft ${
          isNote ? "border-note-line bg-note" : "border-line bg-surface"
        }`}
      >
        {isReplyBlocked ? (
          <ClosedNotice chatId={draftKey.chatId} />
        ) : (
          <textarea
            rows={2}
            aria-label={t("message")}
            aria-describedby={hint}
            placeholder={isNote ? t("writeNote") : t("replyTo", { name: isolated(firstNameOf(displayName)) })}
            value={text}
            onChange={(event) => setDraft({ kind, text: event.target.value })}
            onKeyDown={sendByKey}
            className="field-sizing-content block max-h-48 min-h-12 w-full resize-none bg-transparent px-3 pt-2.5 outline-none pointer-coarse:text-lg"
          />
        )}
        <div className="flex items-center gap-1 px-2 pt-1.5 pb-2">
          <ComposerKind kind={kind} onChange={(next) => setDraft({ kind: next, text })} />
          <p id={hint} className={`ml-auto truncate px-2 text-xs ${excess > 0 ? "text-problem" : "text-soft"}`}>
            {excess > 0 ? t("tooLong", { count: excess }) : advice}
          </p>
          <Button type="submit" variant="primary" title={t("shortcut")} disabled={isReplyBlocked || text.trim() === "" || excess > 0}>
            {t("send")}
          </Button>
        </div>
      </form>
    </div>
  );
}
