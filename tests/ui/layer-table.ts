import type { Locator, Page } from "@playwright/test";
import { expect } from "../support/expect";
import { named } from "./keyboard";

type Role = "dialog" | "alertdialog" | "menu" | "listbox" | "tooltip";

/** A way of opening something over a page. */
export type Opening = {
  /** The component that has it. */
  of: string;
  /** Only where there is room for it, or where there is none. */
  at?: "wide" | "narrow";
  /** Safe to repeat: before the page is hydrated, a press does nothing. */
  open: (page: Page) => Promise<void>;
  layer: (page: Page) => Locator;
  close: (page: Page) => Promise<void>;
};
type Screen = { path: string; openings: Opening[] };
export type Ids = { chatId: string; strangerId: string; contactId: string; callId: string; importId: string; doneImportId: string };

const layerOf = (role: Role) => (page: Page) => page.getByRole(role).last();
const dismiss = async (page: Page) => {
  for (const role of ["dialog", "alertdialog", "menu", "listbox", "tooltip"] as const)
    await expect(async () => {
      if ((await page.getByRole(role).count()) > 0) await page.keyboard.press("Escape");
      await expect(page.getByRole(role)).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
};
const click = (name: string | RegExp) => (page: Page) => named(page, name).first().click();
const pressing = (key: string) => (page: Page) => page.keyboard.press(key);
const stored = (page: Page) => click("I have stored it")(page);

const opening = (of: string, role: Role, open: Opening["open"], more: Partial<Opening> = {}): Opening => ({
  of,
  open,
  layer: layerOf(role),
  close: dismiss,
  ...more,
});
const dialog = (of: string, name: string | RegExp, more: Partial<Opening> = {}) => opening(of, "dialog", click(name), more);
const question = (of: string, name: string | RegExp, more: Partial<Opening> = {}) => opening(of, "alertdialog", click(name), more);
const menu = (of: string, name: string | RegExp, more: Partial<Opening> = {}) => opening(of, "menu", click(name), more);

/** What an item of a menu opens. */
const fromMenu = (of: string, role: Role, [trigger, item]: [string | RegExp, string], more: Partial<Opening> = {}) =>
  opening(
    of,
    role,
    async (page) => {
      if (!(await page.getByRole("menu").isVisible())) await click(trigger)(page);
      await page.getByRole("menuitem", { name: item }).click();
    },
    more,
  );

const chatMenu = (of: string, item: string, role: Role = "dialog", more: Partial<Opening> = {}) =>
  fromMenu(of, role, ["More for Ada Okafor", item], more);

const openContext = (page: Page) => click("Context")(page);
const closeSheet = async (page: Page) => {
  await dismiss(page);
  if (await page.getByRole("region", { name: "Context" }).isVisible()) await click("Back to conversation")(page);
};

/** A form that is sent, and shows once what nobody sees again. */
async function createKey(page: Page): Promise<void> {
  if (!(await page.getByRole("dialog").isVisible())) await click("Create key")(page);
  await page.getByRole("dialog").getByLabel("Name").fill("Store");
  await page.keyboard.press("Enter");
}
async function invite(page: Page): Promise<void> {
  if (!(await page.getByRole("dialog").isVisible())) await click("Invite member")(page);
  await page.getByRole("dialog").getByLabel("E-mail").fill(`noor-${Date.now()}@example.com`);
  await page.keyboard.press("Enter");
}
const secretShown = (name: string, close = stored): Partial<Opening> => ({
  layer: (page) => page.getByRole("dialog").filter({ has: page.getByRole("status", { name }) }),
  close,
});
async function newWebhookSecret(page: Page): Promise<void> {
  await click(/^New secret for/)(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Make a new secret" }).click();
}
async function rotateSecret(page: Page): Promise<void> {
  await click("Rotate…")(page);
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /rotate/i })
    .click();
}
async function changedTag(page: Page): Promise<void> {
  if (!(await page.getByRole("dialog").isVisible())) await click("Add a tag")(page);
  await page.getByRole("dialog").getByLabel("Name").fill("Gold");
  await page.keyboard.press("Escape");
}

const keys = "components/settings/keys";
const members = "components/settings/members";
const desk = "components/desk";

/** Opens something for all chats that are shown. */
const inSelection = (name: string) => async (page: Page) => {
  const bar = page.getByRole("region", { name: "Selected chats" });
  if (!(await bar.isVisible())) await pressing("x")(page);
  await bar.getByRole("button", { name: /^Select all/ }).click({ timeout: 2_000 });
  await bar.getByRole("button", { name, exact: true }).click();
};

/** Every dialog, menu, popover, sheet and list that opens over a page. */
export const screens = ({ chatId, strangerId, contactId, callId, importId, doneImportId }: Ids): Screen[] => [
  {
    path: "chats",
    openings: [
      menu("components/shell/account-menu.tsx", /^Account:/),
      menu(`${desk}/list/filter-menu.tsx`, "Filter"),
      menu(`${desk}/list/view-menu.tsx`, /^More/),
      opening(`${desk}/list/selection/selection-bar.tsx`, "dialog", inSelection("Assign")),
      opening(`${desk}/list/selection/selection-bar.tsx`, "dialog", inSelection("Tag")),
      opening(`${desk}/list/selection/close-selected.tsx`, "dialog", inSelection("Close")),
      opening("components/commands/palette.tsx", "dialog", pressing("ControlOrMeta+k")),
      opening("components/commands/palette.tsx", "dialog", pressing("/")),
      opening("components/commands/key-list.tsx", "dialog", pressing("?")),
      opening("components/ui/tooltip.tsx", "tooltip", (page) => named(page, "Search and commands").hover()),
    ],
  },
  {
    path: `chats/${chatId}`,
    openings: [
      menu(`${desk}/conversation/conversation-menu.tsx`, "More for Ada Okafor"),
      menu(`${desk}/composer/send-menu.tsx`, "More ways to send"),
      opening(`${desk}/composer/later-dialog.tsx`, "dialog", async (page) => {
        if (await page.getByRole("dialog").isVisible()) return;
        await page.getByRole("textbox", { name: "Message", exact: true }).fill("Good morning");
        if (!(await page.getByRole("menu").isVisible())) await click("More ways to send")(page);
        await page.getByRole("menuitem", { name: "Send later…" }).click();
      }),
      chatMenu(`${desk}/conversation/block-dialog.tsx`, "Block…", "alertdialog"),
      chatMenu(`${desk}/shared/erase-person.tsx`, "Delete this person…"),
      chatMenu(`${desk}/tags/tag-dialog.tsx`, "Tags…"),
      chatMenu(`${desk}/window/template-window.tsx`, "Send a template…"),
      dialog(`${desk}/conversation/header-actions.tsx`, /^Assign/, { at: "wide" }),
      dialog(`${desk}/conversation/header-actions.tsx`, "Snooze", { at: "wide" }),
      chatMenu(`${desk}/conversation/header-actions.tsx`, "Assign…", "dialog", { at: "narrow" }),
      chatMenu(`${desk}/conversation/header-actions.tsx`, "Snooze…", "dialog", { at: "narrow" }),
      opening(`${desk}/conversation/close-question.tsx`, "dialog", pressing("e")),
      dialog(`${desk}/press/which-dialog.tsx`, "Retry payment"),
      opening(`${desk}/composer/suggestions.tsx`, "listbox", (page) => page.getByRole("textbox", { name: "Message" }).fill("/"), {
        close: (page) => page.getByRole("textbox", { name: "Message" }).fill(""),
      }),
      dialog(`${desk}/press/press-dialog.tsx`, /^Refund order/, { at: "wide" }),
      opening(`${desk}/panel/context-panel.tsx`, "dialog", openContext, {
        at: "narrow",
        layer: (page) => page.getByRole("region", { name: "Context" }),
        close: closeSheet,
      }),
      opening(
        `${desk}/press/press-dialog.tsx`,
        "dialog",
        async (page) => {
          if (!(await page.getByRole("region", { name: "Context" }).isVisible())) await openContext(page);
          await click(/^Refund order/)(page);
        },
        { at: "narrow", close: closeSheet },
      ),
    ],
  },
  {
    path: `chats/${strangerId}`,
    openings: [fromMenu(`${desk}/panel/link-dialog.tsx`, "dialog", ["More for Noor", "Link to contact…"])],
  },
  { path: "contacts", openings: [menu(`${desk}/directory/list/contact-export.tsx`, "Export")] },
  {
    path: `contacts/${contactId}`,
    openings: [
      dialog(`${desk}/tags/contact-tag-dialog.tsx`, "Tags"),
      dialog("components/desk/directory/person/merge-contact.tsx", "Merge…"),
      dialog("components/desk/directory/person/delete-contact.tsx", "Delete"),
      dialog(`${desk}/reach/why-button.tsx`, "Where it appeared, and why"),
      dialog(`${desk}/shared/erase-person.tsx`, "Delete with chats"),
    ],
  },
  { path: `contacts/import/${importId}`, openings: [question(`${desk}/directory/import/cancel-import.tsx`, "Discard the file…")] },
  { path: `contacts/import/${doneImportId}`, openings: [question(`${desk}/directory/import/undo-import.tsx`, /^Undo until /)] },
  {
    path: "settings/developers",
    openings: [
      dialog(`${keys}/new-key-dialog.tsx`, "Create key"),
      dialog(`${keys}/rename-key-dialog.tsx`, "Rename Shop"),
      dialog(`${keys}/rotate-key-dialog.tsx`, "Rotate Shop"),
      question(`${keys}/key-row.tsx`, "Revoke Shop"),
      question(`${keys}/older-key.tsx`, /^End the old key/),
      opening(`${keys}/api-keys.tsx`, "dialog", createKey, secretShown("API key")),
    ],
  },
  {
    path: "settings/actions",
    openings: [
      dialog("components/settings/actions/button-dialog.tsx", "Add button"),
      question("components/settings/shared/settings-row.tsx", "Remove Refund order"),
      question("components/settings/shared/rotate-secret.tsx", "Rotate…"),
      opening("components/settings/shared/rotate-secret.tsx", "dialog", rotateSecret, secretShown("Signing secret")),
      question("components/settings/shared/secret-overlap.tsx", "End overlap…"),
    ],
  },
  {
    path: "settings/members",
    openings: [
      dialog(`${members}/invite-dialog.tsx`, "Invite member"),
      menu(`${members}/member-menu.tsx`, "More actions for Tom Ray"),
      fromMenu(`${members}/member-menu.tsx`, "alertdialog", ["More actions for Tom Ray", "Create reset link…"]),
      fromMenu(`${members}/member-menu.tsx`, "alertdialog", ["More actions for Tom Ray", "Remove…"]),
      question(`${members}/invitation-row.tsx`, /^Revoke the invitation/),
      opening(`${members}/link-dialog.tsx`, "dialog", invite, secretShown("Link", click("Done"))),
    ],
  },
  {
    path: "settings/replies",
    openings: [
      dialog("components/settings/replies/reply-dialog.tsx", "Add a reply"),
      question("components/settings/shared/settings-row.tsx", /^Remove /),
    ],
  },
  {
    path: "settings/webhooks",
    openings: [
      dialog("components/settings/webhooks/webhook-dialog.tsx", "Add an endpoint"),
      dialog("components/settings/webhooks/delivery-log.tsx", /^Deliveries of/),
      question("components/settings/shared/settings-row.tsx", /^Remove /),
      question("components/settings/webhooks/webhook-row.tsx", /^New secret for/),
      opening("components/settings/webhooks/webhooks.tsx", "dialog", newWebhookSecret, secretShown("Webhook secret")),
    ],
  },
  {
    path: "settings/tags",
    openings: [
      dialog("components/settings/tags/tag-dialog.tsx", "Add a tag"),
      question("components/settings/shared/settings-row.tsx", /^Remove /),
      opening("components/ui/discard-question.tsx", "alertdialog", changedTag, { close: click("Discard changes") }),
    ],
  },
  { path: "settings/attributes", openings: [dialog("components/settings/attributes/attribute-settings.tsx", "Add attribute")] },
  {
    path: "settings/conflicts",
    openings: [
      question("components/settings/channels/conflicts/conflict-row.tsx", /^Keep apart/),
      question("components/settings/channels/conflicts/conflict-row.tsx", /^Move the phone/),
    ],
  },
  { path: "settings/helpdesks", openings: [question("components/settings/channels/helpdesks/disconnect-chatwoot.tsx", "Disconnect…")] },
  { path: "settings/whatsapp", openings: [question("components/settings/channels/whatsapp/disconnect.tsx", "Disconnect…")] },
  {
    path: "settings/data",
    openings: [
      opening("components/settings/data/retention-choice.tsx", "alertdialog", async (page) => {
        await page.getByLabel("Keep events").selectOption("for 90 days");
        await click("Save")(page);
      }),
      opening("components/settings/shared/leave-guard.tsx", "alertdialog", async (page) => {
        await page.getByLabel("Keep events").selectOption("for 90 days");
        await page.getByRole("link", { name: "Members", exact: true }).click();
      }),
    ],
  },
  {
    path: "settings/plan",
    openings: [
      opening("components/settings/plan/plan-choice.tsx", "alertdialog", async (page) => {
        await page.getByRole("radio", { name: /^Free/ }).check();
        await click("Change to Free")(page);
      }),
    ],
  },
  { path: `settings/actions/calls/${callId}`, openings: [question("components/actions/calls/resend-call.tsx", "Resend…")] },
  { path: "/simulator", openings: [dialog("components/channels/simulator/new-person.tsx", "New customer")] },
];
