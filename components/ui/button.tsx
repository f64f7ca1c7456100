"use client";

import { type ComponentProps, type FocusEvent, useState, useSyncExternalStore } from "react";
import { classes } from "./classes";
import { Spinner } from "./spinner";

const subscribeNever = () => () => {};

/** Whether the page is hydrated; earlier clicks have no handler. */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );

const styles = {
  primary: "border-transparent bg-accent font-semibold text-on-accent hover:brightness-95",
  plain: "border-line bg-surface font-medium text-text hover:border-accent",
  danger: "border-transparent bg-problem-strong font-semibold text-on-problem hover:brightness-95",
  ghost: "border-transparent font-medium text-soft hover:bg-raised hover:text-text",
} as const;

type ButtonProps = ComponentProps<"button"> & {
  variant?: keyof typeof styles;
  /** Work is in progress: the label keeps its space, a second click does nothing. */
  busy?: boolean;
};

/** `className` is for the layout of the button, not for its style. */
export function Button(props: ButtonProps) {
  const {
    variant = "plain",
    busy = false,
    disabled = false,
    type = "button",
    className,
    children,
    onClick,
    onFocus,
    onBlur,
    ...rest
  } = props;
  const isReady = useHydrated();
  const [hasFocus, setFocus] = useState(false);
  // A button that its own press disables keeps the keyboard focus, and is disabled when that moves on.
  const isOff = disabled && hasFocus;
  const isInert = busy || !isReady || isOff;

  function changeFocus(next: boolean, handle: typeof onFocus) {
    return (event: FocusEvent<HTMLButtonElement>) => {
      setFocus(next);
      handle?.(event);
    };
  }

  return (
    <button
      {...rest}
      disabled={disabled && !isOff}
      onFocus={changeFocus(true, onFocus)}
      onBlur={changeFocus(false, onBlur)}
      // A busy submit button must not submit again, and before hydration a form would submit natively and lose its values. It
      // stays focusable, so that the keyboard focus is kept.
      type={isInert ? "button" : type}
      aria-busy={busy || undefined}
      data-off={isOff || undefined}
      aria-disabled={isInert || undefined}
      onClick={busy || isOff ? undefined : onClick}
      className={classes(
        "relative inline-flex min-h-8 items-center justify-center gap-2 whitespace-nowrap rounded-md border px-3 py-1.5",
        "pointer-coarse:min-h-10 aria-busy:cursor-progress",
        "disabled:cursor-not-allowed disabled:border-line disabled:bg-raised disabled:text-soft disabled:hover:brightness-100",
        "data-off:cursor-not-allowed data-off:border-line data-off:bg-raised data-off:text-soft data-off:hover:brightness-100",
        styles[variant],
        className,
      )}
    >
      <span className={classes("inline-flex items-center gap-2", busy && "opacity-0")}>{children}</span>
      {busy && <Spinner className="absolute" />}
    </button>
  );
}
