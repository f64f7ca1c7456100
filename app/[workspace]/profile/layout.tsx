import type { ReactNode } from "react";
import { Texts } from "@/app/texts";

export default function ProfileLayout({ children }: { children: ReactNode }) {
  return <Texts part="profile">{children}</Texts>;
}
