"use client";

import { useLocale, useTranslations } from "next-intl";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
} from "react";
import { flushSync } from "react-dom";
import type { Announcer } from "@/components/desk/presence/announcer";
import { ReplyNotices } from "@/components/desk/presence/reply-notices";
import { useAnswered } from "@/components/desk/presence/use-answered";
import { useLive } from "@/components/desk/shared/live";
import type { Quoted } from "@/components/desk/shared/quoted";
import { useWindow } from "@/components/desk/window/use-window";
import { WindowLine } from "@/components/desk/window/window-line";
import { WindowOver } from "@/components/desk/window/window-over";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { maxAttachments, maxUploadBytes } from "@/lib/chats/attachments/shared/limits";
import { sizeOf } from "@/lib/chats/attachments/shared/size";
import type { Draft, DraftKey } from "@/lib/chats/browser/draft-storage";
import type { Present } from "@/lib/chats/browser/presence";
import type { ChatItem, Mentioned } from "@/lib/chats/contract";
import type { Values } from "@/lib/chats/replies/shared/variables";
import { maxMessageLength } from "@/lib/chats/shared/limits";
import type { Panel } from "@/lib/desk/panel/contract";
import { newId } from "@/lib/kernel/ids";
import { codePoints, isolated } from "@/lib/kernel/text";
import { AttachButton } from "./attach-button";
import { ClosedNotice } from "./closed-notice";
import { ComposerKind } from "./composer-kind";
import { messagesOf } from "./messages";
import { RepliesButton } from "./replies-button";
import { ReplyQuote } from "./reply-quote";
import { UnfilledNotice } from "./unfilled-notice";
import { useDraft } from "./use-draft";
import { useDroppedFiles } from "./use-dropped-files";
import { useSuggestions } from "./use-suggestions";
import { useTyping } from "./use-typing";
import { useUploads } from "./use-uploads";

const fileChips = loader(() => import("./file-chips").then(({ FileChips }) => FileChips));

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
  ref?: Ref<ComposerHandle>;
};

/** The target of the link that skips to it. */
const id = "composer";

/** Writes a message to the customer or a note for the team. It appears in the timeline at once. */
export function Composer({ draftKey, firstName, channel, isClosed, items, me, others, announcer, values, ref }: Props) {
  const t = useTranslations("chat.composer");
  const { live } = useLive();
  const [draft, changeDraft] = useDraft(draftKey);
  const { kind, text, attachments = [], replyTo } = draft;
  const [hint, box, notice] = [useId(), useRef<HTMLTextAreaElement>(null), useRef<HTMLDivElement>(null)];
  const isNote = kind === "note";
  const messaging = useWindow(draftKey.chatId);
  const isReplyBlocked = (isClosed || messaging.state === "over") && !isNote;
  const takesFiles = !isNote && !isReplyBlocked;
  const showTyping = useTyping(draftKey, messaging.state === "open" && takesFiles);

  const isWriting = takesFiles && (text.trim() !== "" || attachments.length > 0);
  const { answer, dismiss } = useAnswered(draftKey, { items, isWriting, me });

  const locale = useLocale();
  const failures = { tooLarge: t("tooLarge", { size: sizeOf(maxUploadBytes, locale) }), failed: t("notUploaded") };
  const { uploads, add, drop } = useUploads(draftKey, failures, (file) =>
    changeDraft((now) => ({ ...now, attachments: [...(now.attachments ?? []), file] })),
  );
  const FileChips = useLoaded(fileChips, attachments.length + uploads.length > 0);
  const isOver = useDroppedFiles(takesFiles ? addFiles : undefined);

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

  function addFiles(files: File[]) {
    const left = Math.max(0, maxAttachments - attachments.length - uploads.length);
    if (files.length > left) toast.error(t("tooMany", { count: maxAttachments }));
    add(files.slice(0, left));
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    // Tables and formatted text come with a picture of themselves.
    if (!takesFiles || files.length === 0 || event.clipboardData.getData("text/plain") !== "") return;
    event.preventDefault();
    addFiles(files);
  }

  const excess = codePoints(text.trim()) - maxMessageLength;
  const messages = messagesOf(draft, channel);
  const isUploading = takesFiles && uploads.some(({ reason }) => reason === null);
  const canSend = !isReplyBlocked && !isUploading && excess <= 0 && messages.length > 0;

  function send(event: SyntheticEvent) {
    event.preventDefault();
    if (!canSend) return;
    for (const message of messages) live.send(draftKey, { ...message, id: newId(), kind, writtenAt: new Date().toISOString() });
    announcer.endTyping();
    // What belongs to a reply waits while a note is written.
    changeDraft(({ mentions: _, ...now }) => (isNote ? { ...now, text: "" } : { kind, text: "" }));
    focus();
  }

  const suggestions = useSuggestions({ box, isNote, values, onInsert: insert });

  function onKeyDown(event: KeyboardEvent) {
    if (suggestions.onKeyDown(event)) return;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send(event);
  }

  function insert({ start, end }: { start: number; end: number }, inserted: string, member?: Mentioned) {
    const field = box.current;
    if (!field) return;
    flushSync(() => write(field.value.slice(0, start) + inserted + field.value.slice(end), member));
    field.focus();
    field.setSelectionRange(start + inserted.length, start + inserted.length);
    suggestions.read();
  }

  function write(next: string, member?: Mentioned) {
    const withMember = (all: Mentioned[] = []) => (member ? [...all.filter(({ id }) => id !== member.id), member] : all);
    changeDraft(({ mentions, ...now }) => ({ ...now, text: next, ...((mentions || member) && { mentions: withMember(mentions) }) }));
    if (next.trim() === "") return announcer.endTyping();
    showTyping();
    if (!isNote) announcer.type();
  }

  function choose(next: Draft["kind"]) {
    changeDraft((now) => ({ ...now, kind: next }));
    announcer.endTyping();
  }

  const advice = isNote ? t("onlyTeam") : isReplyBlocked ? "" : isUploading ? t("uploading") : t(`sentTo.${channel}`);

  return (
    <div className="flex-none border-t border-line px-6 pt-3 pb-4 max-md:px-3 max-md:pb-3">
      <ReplyNotices others={others} answer={answer} onDismiss={dismiss} />
      {messaging.state === "open" && takesFiles && <WindowLine until={messaging.until} />}
      <form
        method="post"
        onSubmit={send}
        className={`relative mx-auto max-w-[720px] rounded-xl border focus-within:border-accent focus-within:ring-3 focus-within:ring-accent-soft ${
          isNote ? "border-note-line bg-note" : "border-line bg-surface"
        }`}
      >
        {isOver && (
          <p className="absolute inset-0 z-10 grid place-items-center rounded-xl border-2 border-accent border-dashed bg-accent-soft font-semibold text-accent">
            {t("dropHere")}
          </p>
        )}
        {!isReplyBlocked && suggestions.element}
        {takesFiles && replyTo && <ReplyQuote text={replyTo.text} onRemove={() => changeDraft(({ replyTo: _, ...now }) => now)} />}
        {isReplyBlocked ? (
          <div ref={notice} id={id} tabIndex={-1} className="rounded-t-xl outline-offset-[-2px]">
            {isClosed || messaging.state !== "over" ? (
              <ClosedNotice
                chatId={draftKey.chatId}
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
            onChange={(event) => {
              write(event.target.value);
              suggestions.read();
            }}
            onPaste={paste}
            onKeyDown={onKeyDown}
            {...suggestions.field}
            className="field-sizing-content block max-h-48 min-h-12 w-full resize-none bg-transparent px-3 pt-2.5 outline-none pointer-coarse:text-lg"
          />
        )}
        {!isReplyBlocked && <UnfilledNotice text={text} />}
        {takesFiles && FileChips && (
          <FileChips
            files={attachments}
            uploads={uploads}
            onDrop={drop}
            onRemove={(id) => changeDraft((now) => ({ ...now, attachments: now.attachments?.filter((file) => file.id !== id) }))}
          />
        )}
        <div className="flex items-center gap-1 px-2 pt-1.5 pb-2">
          {takesFiles && <AttachButton disabled={attachments.length + uploads.length >= maxAttachments} onFiles={addFiles} />}
          {!isReplyBlocked && <RepliesButton box={box} onInsert={insert} />}
          <ComposerKind kind={kind} onChange={choose} />
          <div className="ms-auto flex min-w-0 items-center gap-1">
            <p id={hint} className={`truncate px-2 text-xs ${excess > 0 ? "text-problem" : "text-soft max-sm:sr-only"}`}>
              {excess > 0 ? t("tooLong", { count: excess }) : advice}
            </p>
            <Button type="submit" variant="primary" title={t("shortcut")} disabled={!canSend}>
              {t("send")}
            </Button>
          </div>
        </div>
      </form>
    </div>
  );
}
