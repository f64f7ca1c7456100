"use client";

import { loader, useLoaded } from "@/components/ui/use-loaded";

const pageCommands = loader(() => import("./page-commands").then(({ PageCommands }) => PageCommands));

/** Pages begin without the commands that lead to others; they are there as soon as the page is. */
export function GoCommands(props: { workspace: string; isAdmin: boolean }) {
  const PageCommands = useLoaded(pageCommands, true);
  return PageCommands && <PageCommands {...props} />;
}
