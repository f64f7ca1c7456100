import type { ReactNode } from "react";

/** Shown in place of the list. */
export function ListMessage({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1 px-4 py-6">
      <p className="font-semibold text-sm">{title}</p>
      <p className="text-sm text-soft">{children}</p>
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
