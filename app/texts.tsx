import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MessagesProvider } from "@/lib/browser/messages-provider";
import { type Part, parts } from "@/lib/messages/parts";
import { pick } from "@/lib/messages/pick";

/** Sends the browser the texts that the screens of a layout need, in the language of the page. */
export async function Texts({ part, children }: { part: Part; children: ReactNode }) {
  return (
    <MessagesProvider locale={await getLocale()} messages={pick(await getMessages(), parts[part])}>
      {children}
    </MessagesProvider>
  );
}
