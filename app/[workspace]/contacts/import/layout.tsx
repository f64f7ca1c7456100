import type { ReactNode } from "react";
import { Texts } from "@/app/texts";
import { LeaveGuard } from "@/components/settings/shared/leave-guard";
import { PageFrame } from "@/components/settings/shared/page-frame";

export default function ImportLayout({ children }: { children: ReactNode }) {
  return (
    <Texts part="imports">
      <LeaveGuard />
      <main>
        <PageFrame>{children}</PageFrame>
      </main>
    </Texts>
  );
}
