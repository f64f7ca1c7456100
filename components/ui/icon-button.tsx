"use client";

import type { ComponentProps } from "react";
import { classes } from "./classes";
import { Spinner } from "./spinner";
import { Tooltip } from "./tooltip";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & { label: string; busy?: boolean };

/** A button with only an icon; the label is its accessible name and its tooltip. */
export function IconButton({ label, busy = false, type = "button", className, children, onClick, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || rest["aria-disabled"]}
        onClick={busy ? undefined : onClick}
        className={classes(
          "grid size-8 shrink-0 place-items-center rounded-md text-soft hover:bg-raised hover:text-text pointer-coarse:size-10",
          "disabled:cursor-not-allowed disabled:opacity-45 disabled:hover:bg-transparent [&_svg]:size-4",
          "aria-disabled:not-aria-busy:cursor-not-allowed aria-disabled:not-aria-busy:opacity-45 aria-disabled:hover:bg-transparent",
          className,
        )}
      >
        {busy ? <Spinner /> : children}
      </button>
    </Tooltip>
  );
}
