import { type Linking, LinkingLine } from "./linking-line";
import type { Listed } from "./listed";
import { WorkingNote } from "./working-note";

export type Rare = Linking | Extract<Listed, { kind: "working" }>;

/** What few chats have at first: a line that leads elsewhere, and a call that is still running. */
export const RareEntry = ({ entry }: { entry: Rare }) =>
  entry.kind === "working" ? <WorkingNote call={entry.call} /> : <LinkingLine entry={entry} />;
