import type { ReactNode } from "react";
import { Direction } from "@/components/ui/direction";
import { FocusKeeper } from "@/components/ui/focus-keeper";
import { Toaster } from "@/components/ui/toaster";
import { QueryProvider } from "@/lib/browser/query-provider";

/** What the desk's screens share. Not in the root layout: the chat on customers' pages would load it too, and needs none of it. */
export function DeskProviders({ children }: { children: ReactNode }) {
  return (
    <Direction>
      <QueryProvider>{children}</QueryProvider>
      <Toaster />
      <FocusKeeper />
    </Direction>
  );
}
