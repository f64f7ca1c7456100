import type { ComponentProps } from "react";
import { FailureMessages } from "@/lib/browser/failure-messages";
import { ErrorNotice } from "./error-notice";

/** Where no layout gives the texts. */
export function RootErrorNotice(props: ComponentProps<typeof ErrorNotice>) {
  return (
    <FailureMessages>
      <ErrorNotice {...props} />
    </FailureMessages>
  );
}
