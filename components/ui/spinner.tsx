import { LoaderCircle } from "lucide-react";
import { classes } from "./classes";

/** Says nothing by itself: what is under way stands beside it or in `aria-busy`. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classes("size-4 shrink-0 animate-spin", className)} />;
}
