import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { When } from "@/components/time/when";
import { classes } from "@/components/ui/classes";
import { LinkedText } from "@/components/ui/linked-text";
import type { Mentioned } from "@/lib/chats/contract";
import { segmentsOf, textOfMention } from "@/lib/chats/shared/mentions";
import type { Note } from "./entries";
import { useTimelineActions } from "./timeline-context";
import { Unsaved } from "./unsaved";

type Props = { note: Note };

/** For the team only, styled unlike any message to a customer. */
export function NoteCard({ note: { id, authorName, text, mentions = [], createdAt, delivery } }: Props) {
  const t = useTranslations("chat.note");
  const { retry, discard } = useTimelineActions();
  return (
    <div className="mt-3 grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 rounded-lg border border-note-line bg-note px-3 py-2">
      <Lock aria-hidden className="size-4 text-soft" />
      <p className="font-semibold text-xs wrap-anywhere">{t.rich("by", { name: authorName, b: (text) => <bdi>{text}</bdi> })}</p>
      <span className="text-soft text-xs">
        <When at={createdAt} />
      </span>
      <p className="col-start-2 col-end-4 whitespace-pre-wrap wrap-anywhere">
        <NoteText text={text} mentions={mentions} />
      </p>
      <div className="col-start-2 col-end-4 -mx-1">
        <Unsaved delivery={delivery} side="left" onRetry={() => retry(id)} onDiscard={() => discard(id)} />
      </div>
    </div>
  );
}

/** A note's text with its mentions in bold and its addresses linked; a mention of the reader stands out. */
function NoteText({ text, mentions }: { text: string; mentions: readonly Mentioned[] }) {
  const { me } = useLive();
  const mine = new Set(mentions.filter(({ id }) => id === me.id).map(({ name }) => textOfMention(name)));
  let at = 0;
  return segmentsOf(text, mentions).map((segment) => {
    const key = at;
    at += segment.text.length;
    if (!segment.isMention) return <LinkedText key={key} text={segment.text} />;
    return (
      <bdi key={key} className={classes("font-semibold", mine.has(segment.text) && "rounded-sm bg-accent-soft px-0.5 text-accent")}>
        {segment.text}
      </bdi>
    );
  });
}
