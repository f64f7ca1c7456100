import type { ReactNode } from "react";
import { Texts } from "@/app/texts";
import { DeskProviders } from "@/components/shell/desk-providers";

export default function SimulatorLayout({ children }: { children: ReactNode }) {
  return (
    <Texts part="simulator">
      <DeskProviders>{children}</DeskProviders>
    </Texts>
  );
}
