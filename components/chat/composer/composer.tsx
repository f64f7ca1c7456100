"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type SyntheticEvent, useId } from "react";
import { useLive } from "@/components/chat/shared/live";
import { firstNameOf } from "@/components/chat/shared/words";
import { Button } from "@/components/ui/button";
import type { Place } from "@/lib/browser/draft-storage";
import type { Panel } from "@/lib/domain/panel/contract";
import { newId } from "@/lib/kernel/ids";
import { codePoints, isolated } from "@/lib/kernel/text";
import { ClosedNotice } from "./closed-notice";
import { ComposerKind } from "./composer-kind";
import { useDraft } from "./use-draft";

const longest = 4000;

type Props = { place: Place; who: string; channel: Panel["chat"]["channel"]; isClosed: boolean };

/** Writes to the customer, or a note for the team. What was sent appears above at once. */
export function Composer({ place, who, channel, isClosed }: Props) {
  const t = useTranslations("chat.composer");
  const { live } = useLive();
  const [{ kind, text }, setDraft] = useDraft(place);
  const hint = useId();
  const isNote = kind === "note";
  const tooMany = codePoints(text.trim()) - longest;

  function send(event: SyntheticEvent) {
    event.preventDefault();
    if (text.trim() === "" || tooMany > 0) return;
    live.send(place, { id: newId(), kind, text: text.trim(), writtenAt: new Date().toISOString() });
    setDraft({ kind, text: "" });
  }

  const sendByKey = (event: KeyboardEvent) => event.key === "Enter" && (event.metaKey || event.ctrlKey) && send(event);
  const isShut = isClosed && !isNote;
  const advice = isNote ? t("onlyTeam") : isShut ? "" : t(`sentTo.${channel}`);

  return (
    <div className="flex-none border-t border-line px-6 pt-3 pb-4 max-md:px-3 max-md:pb-3">
      <form
        method="post"
        onSubmit={send}
        className={`mx-auto max-w-[720px] rounded-xl border focus-within:border-accent focus-within:ring-3 focus-within:ring-accent-soft ${
          isNote ? "border-note-line bg-note" : "border-line bg-surface"
        }`}
      >
        {isShut ? (
          <ClosedNotice chatId={place.chatId} />
        ) : (
          <textarea
            rows={2}
            aria-label={t("message")}
            aria-describedby={hint}
            placeholder={isNote ? t("writeNote") : t("replyTo", { name: isolated(firstNameOf(who)) })}
            value={text}
            onChange={(event) => setDraft({ kind, text: event.target.value })}
            onKeyDown={sendByKey}
            className="field-sizing-content block max-h-48 min-h-12 w-full resize-none bg-transparent px-3 pt-2.5 outline-none pointer-coarse:text-lg"
          />
        )}
        <div className="flex items-center gap-1 px-2 pt-1.5 pb-2">
          <ComposerKind kind={kind} onChange={(next) => setDraft({ kind: next, text })} />
          <p id={hint} className={`ml-auto truncate px-2 text-xs ${tooMany > 0 ? "text-problem" : "text-soft"}`}>
            {tooMany > 0 ? t("tooLong", { count: tooMany }) : advice}
          </p>
          <Button type="submit" variant="primary" title={t("shortcut")} disabled={isShut || text.trim() === "" || tooMany > 0}>
            {t("send")}
          </Button>
        </div>
      </form>
    </div>
  );
}
