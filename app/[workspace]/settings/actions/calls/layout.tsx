import type { ReactNode } from "react";
import { Texts } from "@/app/texts";

export default function CallsLayout({ children }: { children: ReactNode }) {
  return <Texts part="calls">{children}</Texts>;
}
