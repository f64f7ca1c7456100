import type { Mentioned } from "./items";

/** A name may be a part of a longer one: behind it, neither a letter nor a digit follows. */
const isEnd = (text: string, at: number): boolean => !/^[\p{L}\p{N}]/u.test(text.slice(at, at + 2));

export const textOfMention = (name: string): string => `@${name}`;

/** Where `@name` stands in the text, from a position on; -1 when it does not. */
function positionOf(text: string, name: string, from = 0): number {
  const written = textOfMention(name);
  let at = text.indexOf(written, from);
  while (at >= 0 && !isEnd(text, at + written.length)) at = text.indexOf(written, at + 1);
  return at;
}

/** Whether the text has the name behind an @. */
export const isMentioned = (text: string, name: string): boolean => name !== "" && positionOf(text, name) >= 0;

type Segment = { text: string; isMention: boolean };

/** A note's text in parts, of which some are mentions; of names that begin alike, the longer one counts. */
export function segmentsOf(text: string, mentions: readonly Mentioned[]): Segment[] {
  const names = [...new Set(mentions.map(({ name }) => name))].sort((a, b) => b.length - a.length);
  const segments: Segment[] = [];
  for (let from = 0; from < text.length; ) {
    const found = names.map((name) => ({ name, at: positionOf(text, name, from) })).filter(({ at }) => at >= 0);
    const at = Math.min(...found.map((one) => one.at));
    const next = found.find((one) => one.at === at);
    if (!next) return [...segments, { text: text.slice(from), isMention: false }];
    const mention = textOfMention(next.name);
    if (at > from) segments.push({ text: text.slice(from, at), isMention: false });
    segments.push({ text: mention, isMention: true });
    from = at + mention.length;
  }
  return segments;
}
