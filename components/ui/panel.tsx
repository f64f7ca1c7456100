import { type ReactNode, useId } from "react";
import { classes } from "./classes";

type PanelProps = {
  title: string;
  /** The page has the same title above it. */
  hidesTitle?: boolean;
  description?: ReactNode;
  action?: ReactNode;
  /** Without padding, for lists and tables. */
  flush?: boolean;
  children: ReactNode;
};

/** A section of a settings page. */
export function Panel({ title, hidesTitle = false, description, action, flush = false, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-4 rounded-xl border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3.5">
        <div className="relative min-w-0 flex-1 basis-40">
          <h2 id={id} className={classes(hidesTitle && "sr-only")}>
            {title}
          </h2>
          {description && <p className="text-soft text-xs">{description}</p>}
        </div>
        {action}
      </header>
      <div className={classes(!flush && "p-4")}>{children}</div>
    </section>
  );
}
