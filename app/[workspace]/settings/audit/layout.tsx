import type { ReactNode } from "react";
import { Texts } from "@/app/texts";

export default function AuditLayout({ children }: { children: ReactNode }) {
  return <Texts part="audit">{children}</Texts>;
}
