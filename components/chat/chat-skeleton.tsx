import { Skeleton } from "@/components/ui/skeleton";

/** The shape of a chat while it is on its way. */
export function ChatSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the chat"
      className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)_368px] max-[1100px]:grid-cols-1"
    >
      <div className="flex flex-col border-line border-r bg-surface max-[1100px]:border-r-0">
        <div className="flex h-14 flex-none items-center border-line border-b px-4">
          <Skeleton className="h-4 w-40" />
        </div>
        <div className="mx-auto flex w-full max-w-[768px] flex-1 flex-col justify-end gap-3 px-6 py-4">
          <Skeleton className="h-14 w-3/5" />
          <Skeleton className="h-10 w-2/5" />
          <Skeleton className="h-14 w-1/2 self-end" />
        </div>
        <div className="mx-auto w-full max-w-[768px] flex-none px-6 pt-3 pb-4">
          <Skeleton className="h-[100px] w-full" />
        </div>
      </div>
      <div className="flex flex-col gap-3 p-4 max-[1100px]:hidden">
        <Skeleton className="h-11 w-3/5" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="mt-6 h-[38px] w-full" />
        <Skeleton className="h-[38px] w-full" />
      </div>
    </div>
  );
}
