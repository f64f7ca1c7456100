"use client";

import { useTranslations } from "next-intl";
import { chatColumns } from "@/components/desk/shared/columns";
import { Skeleton } from "@/components/ui/skeleton";

const rows = [
  { id: "a", look: "self-start w-3/5 h-14" },
  { id: "b", look: "self-end w-1/2 h-10" },
  { id: "c", look: "self-stretch h-24" },
  { id: "d", look: "self-start w-2/5 h-10" },
  { id: "e", look: "self-end w-3/5 h-14" },
  { id: "f", look: "self-start w-1/2 h-10" },
];
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

/** The place of the timeline while a chat loads: the newest items will be at its end. */
function TimelineSkeleton() {
  const t = useTranslations("chat.timeline");
  return (
    <div role="status" aria-label={t("loading")} className="relative min-h-0 flex-1">
      <div className="absolute inset-0 flex flex-col justify-end overflow-clip px-6 py-4 max-md:px-3">
        <div className="mx-auto flex w-full max-w-[720px] flex-col gap-4">
          {rows.map(({ id, look }) => (
            <Skeleton key={id} className={`rounded-lg ${look}`} />
          ))}
        </div>
      </div>
    </div>
  );
}
