import type { SettingsSection } from "@/components/shell/settings-sections";

/** The steps that are done by a command. */
export type SentStep = "contact" | "event";

/** Where the other steps are done. */
export const places = {
  channel: "website",
  receiver: "actions",
  check: "actions",
  button: "actions",
  invite: "members",
} as const satisfies Record<string, SettingsSection>;
export type LinkedStep = keyof typeof places;
