import { Skeleton } from "@/components/ui/skeleton";

const rows = ["a", "b", "c", "d", "e", "f"];

export function RequestSkeleton() {
  return (
    <div role="status" aria-label="Loading the calls" className="divide-y divide-line">
      {rows.map((row) => (
        <div key={row} className="flex items-center gap-3 px-4 py-3">
          <Skeleton className="h-3.5 w-56 max-w-full flex-1" />
          <Skeleton className="h-5 w-16 rounded-full" />
        </div>
      ))}
    </div>
  );
}
