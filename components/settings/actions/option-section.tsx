import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  title: string;
  /** The current value, in a word or two. */
  value: string;
  /** Something inside needs a correction. */
  hasProblem: boolean;
  children: ReactNode;
};

/** One line that shows the current value and opens to change it. A native <details>, open while something inside is invalid. */
export function OptionSection({ title, value, hasProblem, children }: Props) {
  return (
    <details className="group" open={hasProblem || undefined}>
      <summary className="flex min-h-11 list-none items-center gap-3 rounded-md px-3 py-2 -outline-offset-2 hover:bg-raised [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 flex-none text-soft transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
        />
        <span className="flex-none font-medium">{title}</span>
        <span className="ms-auto min-w-0 truncate text-end text-sm text-soft">{value}</span>
      </summary>
      <div className="grid gap-3 px-3 pt-1 pb-4 sm:ps-10">{children}</div>
    </details>
  );
}
