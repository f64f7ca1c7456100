"use client";

import { useTranslations } from "next-intl";
import { chatColumns } from "@/components/desk/shared/columns";
import { TimelineSkeleton } from "@/components/desk/timeline/timeline-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

const lines = ["a", "b", "c", "d"];

/** Takes the space of a chat with its panel, while it is on the way. */
export function ChatSkeleton() {
  const t = useTranslations("chat.list");
  return (
    <div className={`grid h-full min-h-0 grid-rows-[minmax(0,1fr)] ${chatColumns}`}>
      <div className="flex min-h-0 min-w-0 flex-col border-e border-line bg-surface max-wide:border-e-0">
        <div className="flex h-14 flex-none items-center border-b border-line px-4">
          <p role="status" className="text-soft text-sm">
            {t("opening")}
          </p>
        </div>
        <TimelineSkeleton />
        <div className="flex-none border-t border-line px-6 pt-3 pb-4">
          <Skeleton className="h-24 w-full rounded-xl" />
        </div>
      </div>
      <div className="flex flex-col gap-4 p-4 max-wide:hidden">
        {lines.map((line) => (
          <Skeleton key={line} className="h-24 w-full rounded-lg" />
        ))}
      </div>
    </div>
  );
}
