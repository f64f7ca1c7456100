import { useLinkStatus } from "next/link";
import { RelativeTime } from "@/components/time/relative-time";
import { Spinner } from "@/components/ui/spinner";

/** The time of the last activity, or a spinner when opening the chat takes longer. */
export function RowTime({ at }: { at: string }) {
  const { pending } = useLinkStatus();
  return (
    <span className="relative flex items-center justify-end">
      <span className={pending ? "opacity-0 transition-opacity delay-150 duration-0" : ""}>
        <RelativeTime at={at} />
      </span>
      {pending && <Spinner className="absolute end-0 transition-opacity delay-150 duration-0 starting:opacity-0" />}
    </span>
  );
}
