import { LoaderCircle } from "lucide-react";
import { classes } from "./classes";

/** Decorative: text beside it or `aria-busy` names the work in progress. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classes("size-4 shrink-0 animate-spin", className)} />;
}
