import { Spinner } from "@/components/ui/spinner";

/** Lies over the screen, so that nothing moves when the connection goes and comes back. */
export function ConnectionStrip() {
  return (
    <p
      role="status"
      className="pointer-events-none fixed top-16 left-1/2 z-40 flex -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-surface px-3 py-1 text-xs text-soft"
    >
      <Spinner />
      Connecting again…
    </p>
  );
}
