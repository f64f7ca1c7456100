import type { ReactNode } from "react";
import { Texts } from "@/app/texts";

export default function RepliesLayout({ children }: { children: ReactNode }) {
  return <Texts part="replies">{children}</Texts>;
}
