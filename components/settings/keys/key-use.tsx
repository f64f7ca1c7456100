import { RelativeTime } from "@/components/time/relative-time";

/** "last used 3 min ago", to the minute. */
export const KeyUse = ({ at }: { at: string | null }) =>
  at === null ? (
    "never used"
  ) : (
    <>
      last used <RelativeTime at={at} ago />
    </>
  );
