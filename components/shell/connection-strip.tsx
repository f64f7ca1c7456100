import type { ReactNode } from "react";
import { Spinner } from "@/components/ui/spinner";

/** Lies over the page, so that nothing moves when the connection is lost and restored. */
export function ConnectionStrip({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="pointer-events-none fixed top-16 left-1/2 z-40 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-surface px-3 py-1 text-xs text-soft transition-opacity delay-300 duration-0 starting:opacity-0"
    >
      <Spinner />
      {children}
    </p>
  );
}
