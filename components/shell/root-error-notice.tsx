import type { ComponentProps } from "react";
import { MessagesProvider } from "@/lib/browser/messages-provider";
import { ErrorNotice } from "./error-notice";

/** Where no layout gives the texts. */
export function RootErrorNotice(props: ComponentProps<typeof ErrorNotice>) {
  return (
    <MessagesProvider>
      <ErrorNotice {...props} />
    </MessagesProvider>
  );
}
