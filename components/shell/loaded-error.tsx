"use client";

import type { ComponentType } from "react";
import { type Loader, loader, useLoaded } from "@/components/ui/use-loaded";
import { digestOf } from "@/lib/browser/digest";

type Notice = ComponentType<{ digest: string | undefined; onRetry: () => void }>;
type Props = { error: unknown; onRetry: () => void };

const notice = loader<Notice>(() => import("./error-notice").then(({ ErrorNotice }) => ErrorNotice));
const rootNotice = loader<Notice>(() => import("./root-error-notice").then(({ RootErrorNotice }) => RootErrorNotice));

function Loaded({ from, error, onRetry }: Props & { from: Loader<Notice> }) {
  const Notice = useLoaded(from, true);
  return Notice && <Notice digest={digestOf(error)} onRetry={onRetry} />;
}

/** Pages begin without the code that shows an error. */
export const LoadedError = (props: Props) => <Loaded from={notice} {...props} />;

/** Where no layout gives the texts. */
export const LoadedRootError = (props: Props) => <Loaded from={rootNotice} {...props} />;

/** Loads the notice while the page has a network. */
export function ErrorLoader() {
  useLoaded(notice, false);
  return null;
}
