import type { ReactNode } from "react";

/** What is done next, in sight at the end of a page that may be long. */
export const ActionBar = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-bg px-4 py-3 md:mx-0 md:px-0">
    <p role="status" className="min-w-0 flex-1 basis-40 text-pretty text-sm">
      {text}
    </p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
);
