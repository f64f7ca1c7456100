import type { ReactNode } from "react";
import { Texts } from "@/app/texts";
import { DeskProviders } from "@/components/shell/desk-providers";
import { OutdatedStrip } from "@/components/shell/outdated-strip";

export default function FrameLayout({ children }: { children: ReactNode }) {
  return (
    <Texts part="frame">
      <DeskProviders>
        {children}
        <OutdatedStrip />
      </DeskProviders>
    </Texts>
  );
}
