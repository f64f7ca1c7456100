import type { ReactNode } from "react";
import { classes } from "./classes";
import type { Options } from "./use-options";

type OptionListProps<Option extends { id: string }> = {
  label: string;
  shown: readonly Option[];
  options: Options<Option>;
  className: string;
  onChoose: (option: Option) => void;
  children: (option: Option) => ReactNode;
};

/** The list of `useOptions`: its field keeps the focus, and a click chooses. */
export function OptionList<Option extends { id: string }>({
  label,
  shown,
  options,
  className,
  onChoose,
  children,
}: OptionListProps<Option>) {
  return (
    <div
      role="listbox"
      id={options.listId}
      aria-label={label}
      tabIndex={-1}
      hidden={shown.length === 0}
      className={classes("overflow-y-auto overscroll-contain", className)}
    >
      {shown.map((option) => (
        <button
          key={option.id}
          type="button"
          {...options.propsOf(option, onChoose)}
          className="-outline-offset-2 flex min-h-9 w-full items-center gap-2 rounded-sm px-2 py-1.5 text-start aria-selected:bg-accent-soft aria-selected:outline-2 aria-selected:outline-accent pointer-coarse:min-h-11 [&_svg]:size-4"
        >
          {children(option)}
        </button>
      ))}
    </div>
  );
}
