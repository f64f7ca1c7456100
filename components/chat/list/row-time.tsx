import { useLinkStatus } from "next/link";
import { RelativeTime } from "@/components/time/relative-time";
import { Spinner } from "@/components/ui/spinner";

/** When something last happened, or that the chat is on its way, should that take a moment. */
export function RowTime({ at }: { at: string }) {
  const { pending } = useLinkStatus();
  return (
    <span className="relative flex items-center justify-end">
      <span className={pending ? "opacity-0 transition-opacity delay-150 duration-0" : ""}>
        <RelativeTime at={at} />
      </span>
      {pending && <Spinner className="absolute right-0 transition-opacity delay-150 duration-0 starting:opacity-0" />}
    </span>
  );
}
