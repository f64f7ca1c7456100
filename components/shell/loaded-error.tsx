"use client";

import { type ComponentType, useEffect } from "react";
import { type Loader, loader, useLoaded } from "@/components/ui/use-loaded";
import { digestOf } from "@/lib/browser/digest";
import { reloadOnce, useOutdated } from "@/lib/browser/outdated";

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

/** Where no layout gives the texts, nor says that the page is of an earlier version: then there is nothing to lose by a reload. */
export function LoadedRootError(props: Props) {
  const isLost = useOutdated();
  useEffect(() => {
    if (isLost) reloadOnce();
  }, [isLost]);
  return <Loaded from={rootNotice} {...props} />;
}

/** Loads the notice while the page has a network. */
export function ErrorLoader() {
  useLoaded(notice, false);
  return null;
}
