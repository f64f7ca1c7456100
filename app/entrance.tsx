import type { ReactNode } from "react";
import { DeskProviders } from "@/components/shell/desk-providers";
import { Texts } from "./texts";

/** The layout of the pages before the desk. */
export function Entrance({ children }: { children: ReactNode }) {
  return (
    <Texts part="entrance">
      <DeskProviders>{children}</DeskProviders>
    </Texts>
  );
}
