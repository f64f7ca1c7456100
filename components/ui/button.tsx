"use client";

import type { ComponentProps } from "react";
import { classes } from "./classes";
import { Spinner } from "./spinner";
import { useReady } from "./use-ready";

const looks = {
  primary: "border-transparent bg-accent font-semibold text-on-accent hover:brightness-95",
  plain: "border-line bg-surface font-medium text-text hover:border-accent",
  danger: "border-transparent bg-problem-strong font-semibold text-on-problem hover:brightness-95",
  ghost: "border-transparent font-medium text-soft hover:bg-raised hover:text-text",
} as const;

type ButtonProps = ComponentProps<"button"> & {
  variant?: keyof typeof looks;
  /** Work is under way: the label keeps its place, a second press does nothing. */
  busy?: boolean;
};

/** `className` is for the place of the button, not for its look. */
export function Button({ variant = "plain", busy = false, type = "button", className, children, onClick, ...rest }: ButtonProps) {
  const isReady = useReady();
  const isIdle = busy || !isReady;

  return (
    <button
      {...rest}
      // A busy submit button must not send the form again, and before the script runs a form would leave the page with what was
      // typed; it stays focusable, so that the keyboard's place is kept.
      type={isIdle ? "button" : type}
      aria-busy={busy || undefined}
      aria-disabled={isIdle || undefined}
      onClick={busy ? undefined : onClick}
      className={classes(
        "relative inline-flex min-h-8 items-center justify-center gap-2 whitespace-nowrap rounded-md border px-3 py-1.5",
        "pointer-coarse:min-h-10 aria-busy:cursor-progress",
        "disabled:cursor-not-allowed disabled:border-line disabled:bg-raised disabled:text-soft disabled:hover:brightness-100",
        looks[variant],
        className,
      )}
    >
      <span className={classes("inline-flex items-center gap-2", busy && "opacity-0")}>{children}</span>
      {busy && <Spinner className="absolute" />}
    </button>
  );
}
