import type { ReactNode } from "react";
import { Texts } from "@/app/texts";

export default function OverviewLayout({ children }: { children: ReactNode }) {
  return <Texts part="overview">{children}</Texts>;
}
