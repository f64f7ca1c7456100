import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";

const styles = {
  problem: { icon: CircleAlert, className: "border-problem-line bg-problem-soft text-problem" },
  warning: { icon: TriangleAlert, className: "border-note-line bg-note text-text" },
  good: { icon: CircleCheck, className: "border-line bg-raised text-text" },
} as const;

type AlertProps = { tone?: keyof typeof styles; action?: ReactNode; className?: string; children: ReactNode };

/** Screen readers announce a problem at once; a warning or good news politely. */
export function Alert({ tone = "problem", action, className, children }: AlertProps) {
  const { icon: Icon, className: style } = styles[tone];
  return (
    <div
      role={tone === "problem" ? "alert" : "status"}
      className={classes("flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-3 py-2.5", style, className)}
    >
      <div className="flex min-w-0 flex-1 basis-56 gap-3">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
      {action}
    </div>
  );
}
