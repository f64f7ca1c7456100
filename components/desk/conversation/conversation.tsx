"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Command, useCommands } from "@/components/commands/commands";
import { awaitCommands, defer } from "@/components/commands/deferred-key";
import { Composer, type ComposerHandle } from "@/components/desk/composer/composer";
import { replyValues } from "@/components/desk/composer/reply-values";
import { useAnnouncer } from "@/components/desk/presence/use-announcer";
import { type Close, ClosingContext } from "@/components/desk/shared/closing";
import { firstNameOf } from "@/components/desk/shared/describe";
import { useLive } from "@/components/desk/shared/live";
import { TemplatePickerContext } from "@/components/desk/shared/template-picker";
import { useSnoozed } from "@/components/desk/snooze/use-snoozed";
import { Timeline } from "@/components/desk/timeline/timeline";
import { TemplatePicker } from "@/components/desk/window/template-picker";
import { useWindow } from "@/components/desk/window/use-window";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { useOpened } from "@/components/ui/use-opened";
import { useShownName } from "@/components/ui/use-shown-name";
import { channels } from "@/lib/channels/browser/channels";
import type { Draft, DraftKey } from "@/lib/chats/browser/draft-storage";
import { outboxQuery, type Unsent } from "@/lib/chats/browser/store/outbox";
import { usePresence } from "@/lib/chats/browser/store/presence";
import type { Timeline as Items } from "@/lib/chats/shared/timeline";
import type { Panel } from "@/lib/desk/panel/contract";
import type { AfterSending } from "./conversation-commands";
import { ConversationHeader } from "./conversation-header";
import type { Choosing } from "./header-actions";
import { ProblemStrip } from "./problem-strip";

// Few people are blocked, and few open chats are snoozed.
const blockedNotice = loader(() => import("./blocked-notice").then(({ BlockedNotice }) => BlockedNotice));
const snoozedNotice = loader(() => import("@/components/desk/snooze/snoozed-notice").then(({ SnoozedNotice }) => SnoozedNotice));
// The first paint needs no other keys than those for writing.
const commands = loader(() => import("./conversation-commands").then(({ ConversationCommands }) => ConversationCommands));

type Props = { draftKey: DraftKey; timeline: Items; panel: Panel; me: string; isCovered: boolean; onContext: () => void };

export function Conversation({ draftKey, timeline, panel, me, isCovered, onContext }: Props) {
  const t = useTranslations("chat.conversation");
  const { displayName } = panel.person;
  const name = useShownName()(displayName);
  const { channel, status } = panel.chat;
  const { chatId } = draftKey;
  const unsent = useUnsent(draftKey, timeline);
  const composer = useRef<ComposerHandle>(null);
  const showsReplies = channels[channel].showsReplies && status === "open";
  const [isPicking, setPicking] = useState(false);
  const [choosing, setChoosing] = useState<Choosing>(null);
  const messaging = useWindow(chatId);
  const openPicker = messaging.state !== "none" && !("isGone" in messaging) && status === "open" ? () => setPicking(true) : null;
  const others = usePresence(chatId);
  const announcer = useAnnouncer(chatId, others);
  const snoozedUntil = useSnoozed(panel.chat);
  const newestProblem = panel.problems[0];
  const values = useMemo(() => replyValues(panel, me), [panel, me]);
  const closing = useClosingQuestion(panel);
  const Commands = useLoaded(commands, true);
  const Snoozed = useLoaded(snoozedNotice, snoozedUntil !== null);
  const Blocked = useLoaded(blockedNotice, panel.person.isBlocked);
  useEffect(() => (commands.found ? undefined : awaitCommands(chatId)), [chatId]);
  const after = useRef<AfterSending>(null);
  const goOn = () => (after.current ? after.current.goOn() : defer(() => after.current?.goOn()));
  useWriteCommands(isCovered, (kind) => composer.current?.write(kind));
  return (
    <section
      aria-label={t("with", { name })}
      inert={isCovered}
      // The browser paints while the page still arrives: the timeline must not use the composer's space before that is there.
      className={`flex min-h-0 min-w-0 flex-col border-line border-e bg-surface max-wide:border-e-0 ${status === "open" ? "not-has-[#composer]:pb-35" : ""}`}
    >
      <ClosingContext value={closing.ask}>
        <TemplatePickerContext value={openPicker}>
          <ConversationHeader panel={panel} others={others} choosing={choosing} onChoose={setChoosing} onContext={onContext} />
          {snoozedUntil !== null && Snoozed && <Snoozed chatId={chatId} until={snoozedUntil} />}
          {panel.person.isBlocked && Blocked && <Blocked panel={panel} />}
          {newestProblem && <ProblemStrip problem={newestProblem} onContext={onContext} />}
          <Timeline
            draftKey={draftKey}
            timeline={timeline}
            unsent={unsent}
            panel={panel}
            me={me}
            onReply={showsReplies ? (message) => composer.current?.replyTo(message) : undefined}
          />
          <Composer
            key={chatId}
            ref={composer}
            draftKey={draftKey}
            firstName={typeof displayName === "string" ? firstNameOf(displayName) : name}
            channel={channel}
            isClosed={status === "closed"}
            items={timeline.items}
            me={me}
            others={others}
            announcer={announcer}
            values={values}
            onLeave={goOn}
            onClosing={() => after.current?.letReopen}
          />
        </TemplatePickerContext>
        {Commands && <Commands panel={panel} isCovered={isCovered} choosing={choosing} onChoose={setChoosing} after={after} />}
      </ClosingContext>
      {closing.question}
      <TemplatePicker chatId={chatId} open={isPicking} onOpenChange={setPicking} />
    </section>
  );
}

/** What is typed after these keys is text, so they must work from the first paint. */
function useWriteCommands(isDisabled: boolean, write: (kind: Draft["kind"]) => void): void {
  const t = useTranslations("chat.commands");
  const command = (name: string, label: string, keys: string, kind: Draft["kind"]): Command => ({
    id: `chat.${name}`,
    group: "chat",
    label,
    keys,
    run: () => write(kind),
    isDisabled,
  });
  useCommands([command("reply", t("reply"), "r", "message"), command("note", t("note"), "n", "note")]);
}

/** Messages and notes of this browser that are not in the timeline yet, including those from before a reload. */
function useUnsent(key: DraftKey, { items }: Items): Unsent[] {
  const { live } = useLive();
  const { data: unsent } = useQuery(outboxQuery(key));

  // They are in browser storage, so the server render has none.
  useEffect(() => live.restore(key), [live, key]);

  // An item in the timeline was saved, even if the response was lost.
  useEffect(() => {
    const savedIds = new Set(items.map(({ id }) => id));
    for (const { id } of unsent) if (savedIds.has(id)) live.discard(key, id);
  }, [live, key, items, unsent]);

  return unsent;
}

const question = loader(() => import("./close-question").then(({ CloseQuestion }) => CloseQuestion));

/** Asks before a chat is closed whose person has an open problem: closing hides the chat, and solves nothing. */
function useClosingQuestion(panel: Panel): { ask: (close: Close) => void; question: ReactNode } {
  const [asked, setAsked] = useState<Close | null>(null);
  const done = () => setAsked(null);
  const Question = useOpened(question, asked !== null, done);
  const hasProblem = panel.problemsCount > 0;
  const ask = useCallback((close: Close) => (hasProblem ? setAsked(() => close) : close()), [hasProblem]);
  return { ask, question: Question && <Question panel={panel} close={asked} onDone={done} /> };
}
