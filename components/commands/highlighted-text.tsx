import type { Highlighted } from "@/lib/desk/search/contract";

/** A text with what was typed in bold. It is somebody's own text, so its direction does not affect what is around it. */
export function HighlightedText({ text, ranges }: Highlighted) {
  const starts = ranges.map(([, to]) => to);
  return (
    <bdi>
      {ranges.map(([from, to], index) => (
        <span key={from}>
          {text.slice(starts[index - 1] ?? 0, from)}
          <mark className="bg-transparent font-semibold text-text underline decoration-accent decoration-2 underline-offset-2">
            {text.slice(from, to)}
          </mark>
        </span>
      ))}
      {text.slice(starts.at(-1) ?? 0)}
    </bdi>
  );
}
