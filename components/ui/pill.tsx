import type { ReactNode } from "react";
import { classes } from "./classes";

const styles = {
  plain: "border-line text-soft",
  good: "border-line text-ok",
  bad: "border-problem-line bg-problem-soft text-problem",
  note: "border-note-line bg-note text-text",
} as const;

export function Pill({ tone = "plain", className, children }: { tone?: keyof typeof styles; className?: string; children: ReactNode }) {
  return (
    <span
      className={classes(
        "inline-flex shrink-0 items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 text-xs",
        styles[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
