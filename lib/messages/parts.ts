import type { Group } from ".";

const everywhere = ["client", "common", "refusals", "ui"] as const;

/** What the panel beside a chat shows, on other screens too. */
const panel = [
  "chat.button",
  "chat.facts",
  "chat.folded",
  "chat.inputs",
  "chat.linked",
  "chat.outcome",
  "chat.person",
  "chat.press",
  "chat.pressed",
  "chat.problems",
  "chat.properties",
] as const;

/**
 * The groups of texts that the browser gets for the screens of a layout, beside those of the layouts around it: what `<Texts part="chats">`
 * sends. tests/messages compares them with what the modules of these screens use in the browser, those that load later included.
 */
export const parts = {
  desk: [
    ...everywhere,
    "chat.channels",
    "commands",
    "errors.page",
    "profile.theme",
    "settings.sections",
    "shell.account",
    "shell.connection",
    "shell.go",
    "shell.rail",
  ],
  chats: ["chat", "contacts.tags"],
  firstRun: ["firstRun"],
  contacts: [
    ...panel,
    "chat.actions",
    "chat.content",
    "chat.erase",
    "chat.files",
    "chat.note",
    "chat.reach",
    "chat.tags",
    "contacts",
    "errors.contact",
  ],
  imports: ["imports"],
  overview: ["overview"],
  profile: ["profile"],
  replies: ["settings.replies"],
  settings: ["settings", "chat.facts", "chat.folded", "chat.person"],
  audit: ["audit"],
  calls: ["calls"],
  entrance: [...everywhere, "shell"],
  frame: [...everywhere, ...panel, "chat.actions", "chat.channels", "chat.context", "chat.events", "embed", "shell.connection"],
  simulator: [...everywhere, "chat.channels", "simulator"],
} as const satisfies Record<string, readonly Group[]>;

export type Part = keyof typeof parts;
