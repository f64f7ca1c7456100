import type { ReactNode } from "react";
import { Texts } from "@/app/texts";

export default function ContactsLayout({ children }: { children: ReactNode }) {
  return <Texts part="contacts">{children}</Texts>;
}
