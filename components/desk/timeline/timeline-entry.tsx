import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { OutcomeNote } from "@/components/desk/press/outcome-note";
import { When } from "@/components/time/when";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { Change, Notice } from "@/lib/chats/contract";
import { isNotice } from "@/lib/chats/shared/notices";
import { EventCard } from "./event-card";
import { EventRun } from "./event-run";
import type { Listed } from "./listed";
import { Message } from "./message";
import { NoteCard } from "./note-card";
import { ProblemCard } from "./problem-card";
import type { Rare } from "./rare-entry";

const rareEntry = loader(() => import("./rare-entry").then(({ RareEntry }) => RareEntry));

/** Rare, so no page begins with it. */
function LaterEntry({ entry }: { entry: Rare }) {
  const Entry = useLoaded(rareEntry, true);
  return Entry && <Entry entry={entry} />;
}

/** Drawn anew only when it is another entry: most changes of the list only move it. */
export const TimelineEntry = memo(function TimelineEntry({ entry, isLast }: { entry: Listed; isLast: boolean }) {
  switch (entry.kind) {
    case "message":
      return <Message message={entry} isLast={isLast} />;
    case "note":
      return <NoteCard note={entry} />;
    case "events":
      return <EventRun run={entry} />;
    case "problems":
      return <ProblemCard group={entry} />;
    case "card":
      return <EventCard card={entry.card} at={entry.createdAt} />;
    case "action":
      return <OutcomeNote outcome={entry.outcome} authorName={entry.authorName} at={entry.createdAt} />;
    case "change":
      return isNotice(entry.change) ? (
        <LaterEntry entry={entry} />
      ) : (
        <ChangeLine change={entry.change} authorName={entry.authorName} at={entry.createdAt} />
      );
    case "elsewhere":
    case "working":
      return <LaterEntry entry={entry} />;
  }
});

type Props = { change: Exclude<Change, Notice>; authorName: string | null; at: string };

const b = (text: ReactNode) => <b className="font-medium text-text">{text}</b>;

function ChangeText({ change, authorName }: Omit<Props, "at">) {
  const t = useTranslations("chat.changes");
  const until = change.what === "snoozed" ? () => <When at={change.until} /> : () => null;
  const to = change.what === "assigned" ? change.to : "";
  const event = "event" in change ? (change.event || t("deletedProblem")) + (change.count ? ` ×${change.count}` : "") : "";
  if (change.what === "woke") return t("woke");
  if (authorName === null) return t.rich(`nobody.${change.what}`, { until, to, event, b });
  if (change.what === "assigned" && change.isSelf) return t.rich("taken", { name: authorName, b });
  return t.rich(`of.${change.what}`, { name: authorName, until, to, event, b });
}

/** What somebody did with the chat: one quiet line. */
function ChangeLine({ change, authorName, at }: Props) {
  return (
    <p className="mt-3 text-center text-soft text-xs wrap-anywhere">
      <ChangeText change={change} authorName={authorName} /> · <When at={at} />
    </p>
  );
}
