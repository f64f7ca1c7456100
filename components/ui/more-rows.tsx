import type { ReactNode } from "react";
import { Button } from "./button";

/** Below a list in a panel: loads its next page. */
export function MoreRows({ busy, onMore, children }: { busy: boolean; onMore: () => void; children: ReactNode }) {
  return (
    <div className="flex justify-center border-line border-t p-2">
      <Button variant="ghost" busy={busy} onClick={onMore}>
        {children}
      </Button>
    </div>
  );
}
