"use client";

import { useEffect } from "react";
import { awaitCommands } from "@/components/commands/deferred-key";
import { loader, useLoaded } from "@/components/ui/use-loaded";

const pageCommands = loader(() => import("./page-commands").then(({ PageCommands }) => PageCommands));

/** Pages begin without the commands that lead to others; their keys wait for them. */
export function GoCommands(props: { workspace: string; isAdmin: boolean; hasPlans: boolean }) {
  const PageCommands = useLoaded(pageCommands, true);
  useEffect(() => (pageCommands.found ? undefined : awaitCommands("page")), []);
  return PageCommands && <PageCommands {...props} />;
}
