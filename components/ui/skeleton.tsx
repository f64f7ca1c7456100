import { classes } from "./classes";

/** Keeps the place of what is on its way; `className` gives it its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classes("block animate-pulse rounded-sm bg-line", className)} />;
}
