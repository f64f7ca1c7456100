import { useLinkStatus } from "next/link";
import { useOffline } from "next/offline";

/** What was said last; or, without a network, what becomes of the click. */
export function RowPreview({ text }: { text: string }) {
  const { pending } = useLinkStatus();
  const isWaiting = useOffline() && pending;
  return <span className="truncate text-sm text-soft">{isWaiting ? "Opens when the connection is back" : text}</span>;
}
