import type { ReactNode } from "react";
import { Texts } from "@/app/texts";
import { DeskProviders } from "@/components/shell/desk-providers";

export default function FrameLayout({ children }: { children: ReactNode }) {
  return (
    <Texts part="frame">
      <DeskProviders>{children}</DeskProviders>
    </Texts>
  );
}
