import type { Tone } from "@/lib/people/attribute-display/contract";

const tones: Record<Tone, string> = {
  plain: "border-line text-soft",
  accent: "border-transparent bg-accent-soft text-accent",
  good: "border-line text-ok",
  note: "border-note-line bg-note text-text",
  problem: "border-problem-line bg-problem-soft text-problem",
};

/** A short value of an attribute in a frame. */
export const Badge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={`inline-block max-w-full truncate rounded-md border px-1.5 align-bottom text-xs/[18px] ${tones[tone]}`}>{children}</span>
);
