import { SearchX } from "lucide-react";
import Link from "next/link";
import { EmptyState } from "@/components/ui/empty-state";

/** The same for what is missing and for what is somebody else's. */
export function NotFoundNotice() {
  return (
    <EmptyState
      icon={<SearchX />}
      title="There is no such page"
      isPage
      action={
        <Link href="/" className="font-medium text-accent underline underline-offset-2">
          Go to your chats
        </Link>
      }
    >
      The address may be mistyped, or the page is not yours to open.
    </EmptyState>
  );
}
