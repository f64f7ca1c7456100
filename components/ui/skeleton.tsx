import { classes } from "./classes";

/** A placeholder for loading content; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classes("block animate-pulse rounded-sm bg-line", className)} />;
}
