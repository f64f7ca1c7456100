import { useLive } from "@/components/desk/shared/live";
import { classes } from "@/components/ui/classes";
import { LinkedText } from "@/components/ui/linked-text";
import type { Mentioned } from "@/lib/chats/contract";
import { segmentsOf, textOfMention } from "@/lib/chats/shared/mentions";

/** A note's text with its mentions in bold and its addresses linked; a mention of the reader stands out. */
export function NoteText({ text, mentions }: { text: string; mentions: readonly Mentioned[] }) {
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
