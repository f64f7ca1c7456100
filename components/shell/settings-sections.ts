const settingsGroups = [
  { name: "workspace", sections: ["members", "chats", "replies", "tags", "attributes", "plan", "data", "audit"] },
  { name: "channels", sections: ["website", "whatsapp", "helpdesks", "conflicts"] },
  { name: "integrations", sections: ["actions", "calls", "webhooks"] },
  { name: "developers", sections: ["developers", "requests", "inspector"] },
] as const;

export type SettingsGroup = (typeof settingsGroups)[number]["name"];
export type SettingsSection = (typeof settingsGroups)[number]["sections"][number];

/** The groups as an installation has them: without the plan where owners do not choose one. */
export const groupsWith = (hasPlans: boolean) =>
  settingsGroups.map(({ name, sections }) => ({
    name,
    sections: (sections as readonly SettingsSection[]).filter((section) => hasPlans || section !== "plan"),
  }));

/** Calls are a subsection of actions, the link above. */
export const isSubsection = (section: SettingsSection): boolean => section === "calls";

/** Below the workspace. */
export const sectionPath = (section: SettingsSection): string => `/settings/${isSubsection(section) ? "actions/" : ""}${section}`;

export const settingsPath = (workspace: string, section: SettingsSection): string => `/${workspace}${sectionPath(section)}`;
