"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef } from "react";
import { flushSync } from "react-dom";
import type { Announcer } from "@/components/desk/presence/announcer";
import { ReplyNotices } from "@/components/desk/presence/reply-notices";
import { useAnswered } from "@/components/desk/presence/use-answered";
import type { ClosedBySending } from "@/components/desk/shared/closing";
import type { Quoted } from "@/components/desk/shared/quoted";
import { useWindow } from "@/components/desk/window/use-window";
import { WindowLine } from "@/components/desk/window/window-line";
import { WindowOver } from "@/components/desk/window/window-over";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { Draft, DraftKey } from "@/lib/chats/browser/draft-storage";
import type { Present } from "@/lib/chats/browser/store/presence";
import type { ChatItem } from "@/lib/chats/contract";
import type { Values } from "@/lib/chats/replies/shared/variables";
import { maxMessageLength } from "@/lib/chats/shared/limits";
import type { Panel } from "@/lib/desk/panel/contract";
import { codePoints, isolated } from "@/lib/kernel/text";
import { ComposerBar } from "./composer-bar";
import { ClosedNotice, UnfilledNotice } from "./field-notices";
import { messagesOf } from "./messages";
import { sentBy } from "./sending";
import { useDraft } from "./use-draft";
import { useField } from "./use-field";
import { useFiles } from "./use-files";
import { blur, useSending } from "./use-sending";

export type ComposerHandle = { replyTo: (message: Quoted) => void; write: (kind: Draft["kind"]) => void };
type Props = {
  draftKey: DraftKey;
  firstName: string;
  channel: Panel["chat"]["channel"];
  isClosed: boolean;
  items: readonly ChatItem[];
  me: string;
  others: readonly Present[];
  announcer: Announcer;
  /** What saved replies say about the person. */
  values: Values;
  /** Opens the next chat. */
  onLeave: () => void;
  onClosing: () => ClosedBySending | undefined;
  ref?: Ref<ComposerHandle>;
};

const scheduledList = loader(() => import("./scheduled-list").then(({ ScheduledList }) => ScheduledList));
const replyQuote = loader(() => import("./reply-quote").then(({ ReplyQuote }) => ReplyQuote));

/** The target of the link that skips to it. */
const id = "composer";

/** Writes a message to the customer or a note for the team. It appears in the timeline at once. */
export function Composer({ draftKey, firstName, channel, isClosed, items, me, others, announcer, values, onLeave, onClosing, ref }: Props) {
  const t = useTranslations("chat.composer");
  const [draft, changeDraft] = useDraft(draftKey);
  const { kind, text, attachments = [], replyTo } = draft;
  const [hint, box, notice] = [useId(), useRef<HTMLTextAreaElement>(null), useRef<HTMLDivElement>(null)];
  const isNote = kind === "note";
  const messaging = useWindow(draftKey.chatId);
  const isReplyBlocked = (isClosed || messaging.state === "over") && !isNote;
  const takesFiles = !isNote && !isReplyBlocked;
  const isWriting = takesFiles && (text.trim() !== "" || attachments.length > 0);
  const { answer, dismiss } = useAnswered(draftKey, { items, isWriting, me });

  const files = useFiles(draftKey, { attachments, isOn: takesFiles, change: changeDraft });
  const showsTyping = messaging.state === "open" && takesFiles;
  const field = useField(draftKey, { box, isNote, showsTyping, values, announcer, change: changeDraft });

  const Scheduled = useLoaded(scheduledList, true);
  const Quote = useLoaded(replyQuote, replyTo !== undefined);

  const focus = () => (box.current ?? notice.current)?.focus();
  function change(next: (draft: Draft) => Draft) {
    // The field may only be there afterwards.
    flushSync(() => changeDraft(next));
    focus();
  }
  // The button that reopened the chat is gone: the field that took its place gets the focus.
  const isReopening = useRef(false);
  const reopened = useEffectEvent(() => {
    if (isReopening.current) focus();
    isReopening.current = false;
  });
  useEffect(() => {
    if (!isClosed) reopened();
  }, [isClosed]);

  useImperativeHandle(ref, () => ({
    replyTo: (message) => change((now) => ({ ...now, kind: "message", replyTo: message })),
    write: (next) => change((now) => ({ ...now, kind: next })),
  }));

  const excess = codePoints(text.trim()) - maxMessageLength;
  const messages = messagesOf(draft, channel);
  const canSend = !isReplyBlocked && !files.isUploading && excess <= 0 && messages.length > 0;
  const { send, clear } = useSending(draftKey, { kind, messages, canSend, announcer, change: changeDraft, focus, onLeave, onClosing });

  function onKeyDown(event: KeyboardEvent) {
    if (field.onKeyDown(event)) return;
    const then = sentBy(event);
    if (then) {
      event.preventDefault();
      send(then);
    } else if (event.key === "Escape") blur();
  }

  function choose(next: Draft["kind"]) {
    changeDraft((now) => ({ ...now, kind: next }));
    announcer.endTyping();
  }

  const advice = isNote ? t("onlyTeam") : isReplyBlocked ? "" : files.isUploading ? t("uploading") : t(`sentTo.${channel}`);

  return (
    <div data-toasts="above" className="flex-none border-t border-line px-6 pt-3 pb-4 max-md:px-3 max-md:pb-3 short:p-1.5">
      <ReplyNotices others={others} answer={answer} onDismiss={dismiss} />
      {showsTyping && <WindowLine until={messaging.until} />}
      {Scheduled && <Scheduled chatId={draftKey.chatId} onEdit={change} />}
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          send("stay");
        }}
        className={`relative mx-auto max-w-[720px] rounded-xl border focus-within:border-accent focus-within:ring-3 focus-within:ring-accent-soft short:[&:not(:focus-within)>:last-child]:hidden ${
          isNote ? "border-note-line bg-note" : "border-line bg-surface"
        }`}
      >
        {files.isOver && (
          <p className="absolute inset-0 z-10 grid place-items-center rounded-xl border-2 border-accent border-dashed bg-accent-soft font-semibold text-accent">
            {t("dropHere")}
          </p>
        )}
        {!isReplyBlocked && field.suggestions}
        {takesFiles && replyTo && Quote && <Quote text={replyTo.text} onRemove={() => changeDraft(({ replyTo: _, ...now }) => now)} />}
        {isReplyBlocked ? (
          <div ref={notice} id={id} tabIndex={-1} className="rounded-t-xl outline-offset-[-2px]">
            {isClosed || messaging.state !== "over" ? (
              <ClosedNotice
                onReopen={() => {
                  isReopening.current = true;
                }}
              />
            ) : (
              <WindowOver {...messaging} />
            )}
          </div>
        ) : (
          <textarea
            ref={box}
            id={id}
            rows={2}
            aria-label={t("message")}
            aria-describedby={hint}
            placeholder={isNote ? t("writeNote") : t("replyTo", { name: isolated(firstName) })}
            value={text}
            onPaste={files.onPaste}
            onKeyDown={onKeyDown}
            {...field.props}
            className="field-sizing-content block max-h-48 min-h-12 w-full short:max-h-16 short:min-h-9 short:pt-1.5 resize-none bg-transparent px-3 pt-2.5 outline-none pointer-coarse:text-lg"
          />
        )}
        {!isReplyBlocked && <UnfilledNotice text={text} />}
        {files.chips}
        <ComposerBar
          {...{ kind, files, takesFiles, canSend }}
          onKind={choose}
          onReplies={isReplyBlocked ? undefined : field.openReplies}
          hint={
            <p
              id={hint}
              className={`truncate px-2 text-xs ${excess > 0 ? "text-problem" : "text-soft max-sm:sr-only wide:max-[1239px]:sr-only"}`}
            >
              {excess > 0 ? t("tooLong", { count: excess }) : advice}
            </p>
          }
          onSend={send}
          later={{ key: draftKey, isNote, messages, onDone: clear }}
        />
      </form>
    </div>
  );
}
