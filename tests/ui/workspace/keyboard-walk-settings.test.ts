import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { put } from "../contact-helpers";
import { choose, expectFocusKept, goTo, hasFocus, inSettings, named, press, tabTo, typeInto, walker } from "../keyboard";

const dialog = (page: Page) => page.getByRole("dialog");
const inDialog = (page: Page, name: string | RegExp) => dialog(page).getByRole("button", { name, exact: true });
const confirm = async (page: Page, name: string): Promise<void> => {
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await press(question.getByRole("button", { name, exact: true }));
  await expect(question).toHaveCount(0);
  await expectFocusKept(page);
};

test("keyboard: the settings are walked by their navigation", async ({ ada, signedIn }) => {
  const page = await walker({ team: ada, signedIn });
  await press(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }));
  const sections = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  await expect(sections.first()).toBeVisible();
  for (const name of ["Members", "Tags", "Audit log"]) {
    const link = sections.filter({ hasText: new RegExp(`^${name}$`) });
    await press(link);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(link).toBeFocused();
  }
});

test("keyboard: a key is created and seen once, renamed, rotated, and revoked", async ({ ada, signedIn }) => {
  const page = await inSettings({ team: ada, signedIn }, "API keys");
  const keys = page.getByRole("list", { name: "API keys" }).getByRole("listitem");
  const shown = page.getByRole("status", { name: "API key" });
  const before = await keys.count();
  await press(named(page, "Create key"));
  await expect(dialog(page).getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Shop");
  await page.keyboard.press("Enter");
  await expect(shown).toHaveText(/^bsk_/);
  await tabTo(inDialog(page, "Copy API key"));
  await press(inDialog(page, "I have stored it"));
  await expect(dialog(page)).toHaveCount(0);
  await expect(named(page, "Create key")).toBeFocused();

  await press(named(page, "Rename Shop"));
  await typeInto(dialog(page).getByLabel("Name"), "Store");
  await page.keyboard.press("Enter");
  await expect(named(page, "Rename Store")).toBeFocused();
  await press(named(page, "Rotate Store"));
  await expect(dialog(page).getByRole("radio", { name: "Later" })).toBeChecked();
  await choose(dialog(page).getByLabel("The old key works for"), "4 hours");
  await press(inDialog(page, "Rotate key"));
  await expect(shown).toHaveText(/^bsk_/);
  await press(inDialog(page, "I have stored it"));
  // The new key has a row of its own.
  await expect(page.getByRole("list", { name: "API keys" })).toBeFocused();
  await press(named(page, /^End the old key/));
  await confirm(page, "End old key");
  await expect(named(page, /^End the old key/)).toHaveCount(0);
  await expectFocusKept(page);
  await tabTo(named(page, "Revoke Store"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await confirm(page, "Revoke key");
  await expect(keys).toHaveCount(before);
  await expectFocusKept(page);
});

test("keyboard: a member is invited, and another one changes the role, gets a reset link and is removed", async ({ ada, signedIn }) => {
  await addMember(ada, { name: "Tom Ray" });
  const page = await inSettings({ team: ada, signedIn }, "Members");
  const link = dialog(page).getByRole("status");
  await press(named(page, "Invite member"));
  await expect(dialog(page).getByLabel("E-mail")).toBeFocused();
  await page.keyboard.type("noor@example.com");
  await choose(dialog(page).getByLabel("Role"), "Admin");
  await press(inDialog(page, "Create link"));
  await expect(link.first()).toContainText("/invite#");
  await press(inDialog(page, "Done"));
  await expect(named(page, "Invite member")).toBeFocused();

  const role = page.getByRole("combobox", { name: "Role of Tom Ray" });
  await tabTo(role);
  await page.keyboard.type("Admin");
  await expect(page.getByText(/Tom Ray.* is now an admin\./).first()).toBeVisible();
  await expect(role).toBeFocused();
  const more = named(page, "More actions for Tom Ray");
  await press(more);
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await confirmStep(page, "Create link");
  await expect(link.first()).toContainText("/reset#");
  await press(inDialog(page, "Done"));
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  const remove = page.getByRole("menuitem", { name: "Remove…" });
  await expect(async () => {
    if (!(await hasFocus(remove))) await page.keyboard.press("ArrowDown");
    expect(await hasFocus(remove)).toBe(true);
  }).toPass();
  await page.keyboard.press("Enter");
  await confirm(page, "Remove member");
  await expect(more).toHaveCount(0);
  await expectFocusKept(page);
  await press(named(page, "Revoke the invitation for noor@example.com"));
  await confirm(page, "Revoke invitation");
  await expect(page.getByRole("list", { name: "Invitations" })).toHaveCount(0);
  await expectFocusKept(page);
});

/** A confirmation that another dialog follows. */
async function confirmStep(page: Page, name: string): Promise<void> {
  await press(page.getByRole("alertdialog").getByRole("button", { name, exact: true }));
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
}

for (const [section, add, field, title] of [
  ["Tags", "Add a tag", "Name", "VIP"],
  ["Saved replies", "Add a reply", "Title", "Refund"],
] as const) {
  test(`keyboard: one of the ${section.toLowerCase()} is added, changed and removed`, async ({ ada, signedIn }) => {
    const page = await inSettings({ team: ada, signedIn }, section);
    const rows = page.getByRole("list", { name: section }).getByRole("listitem");
    await press(named(page, add));
    await expect(dialog(page).getByLabel(field)).toBeFocused();
    await page.keyboard.type(title);
    if (section === "Tags") await choose(dialog(page).getByLabel("Colour"), "Purple");
    else {
      await typeInto(dialog(page).getByLabel("Text"), "Hi ");
      await press(dialog(page).getByRole("button", { name: "Insert the variable contact.name", exact: true }), "Space");
      await expect(dialog(page).getByLabel("Text")).toHaveValue("Hi {{contact.name}}");
    }
    await press(inDialog(page, add));
    await expect(rows).toHaveCount(1);
    await expect(named(page, add)).toBeFocused();
    await press(named(page, /^Edit /));
    await typeInto(dialog(page).getByLabel(field), "Gold");
    await page.keyboard.press("Enter");
    await expect(rows).toContainText("Gold");
    await expect(named(page, /^Edit /)).toBeFocused();
    await press(named(page, /^Remove /));
    await confirm(page, "Remove");
    await expect(rows).toHaveCount(0);
    await expectFocusKept(page);
  });
}

test("keyboard: an attribute's display is added, moved, changed and removed", async ({ ada, signedIn }) => {
  await put(ada, "user_1", { attributes: { plan: "pro", balance: 59.9 } });
  const page = await inSettings({ team: ada, signedIn }, "Attributes");
  const rows = page.getByRole("list", { name: "Attributes with settings" }).getByRole("listitem");
  for (const [key, format] of [
    ["plan", "Badge"],
    ["balance", "Money"],
  ] as const) {
    await press(named(page, "Add attribute"));
    await expect(dialog(page).getByLabel("Attribute", { exact: true })).toBeFocused();
    await page.keyboard.type(key);
    await choose(dialog(page).getByLabel("Format"), format);
    await press(dialog(page).getByRole("switch", { name: "Pin to the top" }), "Space");
    await press(inDialog(page, "Save"));
    await expect(dialog(page)).toHaveCount(0);
    await expect(named(page, "Add attribute")).toBeFocused();
  }
  await press(named(page, "Move balance up"));
  await expect(rows).toHaveText([/balance/, /plan/]);
  await expect(named(page, "Move balance up")).toBeFocused();
  await press(named(page, "Edit balance"));
  await typeInto(dialog(page).getByLabel("Display name (optional)"), "Balance");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expectFocusKept(page);
  await tabTo(named(page, "Remove the settings of Balance"));
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(1);
  await expectFocusKept(page);
});

test("keyboard: an event is inspected, and an endpoint of webhooks is added, tested, switched off and on, and removed", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const page = await inSettings({ team: ada, signedIn }, "Event inspector");
  await typeInto(page.getByRole("textbox", { name: "Body of POST /api/v1/events" }), '{ "event": "Card declined", "userId": "" }');
  await press(named(page, "Inspect"));
  await expect(page.getByRole("region", { name: "1 problem" })).toBeVisible();
  await expect(named(page, "Inspect")).toBeFocused();
  await tabTo(page.getByRole("link", { name: /^Reference/ }));

  await goTo(page, "Settings: Webhooks", "Webhooks");
  await press(named(page, "Add an endpoint"));
  await typeInto(dialog(page).getByLabel("Address"), `${receiver.origin}/${ada.workspace}/walk`);
  await press(dialog(page).getByRole("checkbox", { name: "event.received" }), "Space");
  await press(inDialog(page, "Add an endpoint"));
  await press(inDialog(page, "I have stored it"));
  await expect(named(page, "Add an endpoint")).toBeFocused();
  await press(named(page, /^Send a test to/));
  await expectFocusKept(page);
  await press(named(page, /^Deliveries of/));
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(named(page, /^Deliveries of/)).toBeFocused();
  for (const name of [/^Switch off/, /^Switch on/]) {
    await tabTo(page.getByRole("listitem").getByRole("button", { name }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listitem").getByRole("button", { name })).toHaveCount(0);
    await expectFocusKept(page);
  }
  await press(page.getByRole("listitem").getByRole("button", { name: /^Remove/ }));
  await confirm(page, "Remove");
  await expect(page.getByText("No endpoints yet")).toBeVisible();
  await expectFocusKept(page);
});

test("keyboard: events are kept for less time, new chats go in turn, and the plan changes", async ({ ada, signedIn }) => {
  const page = await inSettings({ team: ada, signedIn }, "Data");
  await choose(page.getByLabel("Keep events"), "for 90 days");
  await press(named(page, "Save"));
  await confirm(page, "Delete older events");
  await expect(page.getByText("Events are kept for 90 days.")).toBeVisible();
  await expect(named(page, "Save")).toBeDisabled();
  await expectFocusKept(page);

  await goTo(page, "Settings: Assignment", "Assignment");
  await choose(page.getByLabel("Assign new chats"), "To members in turn");
  const save = page.getByRole("region", { name: "New chats" }).getByRole("button", { name: "Save" });
  await press(save);
  await expect(page.getByText("New chats are assigned to members in turn.")).toBeVisible();
  await expect(save).toBeFocused();

  await goTo(page, "Settings: Plan", "Plan");
  await tabTo(page.getByRole("radio", { name: /^Pro/ }));
  await page.keyboard.press("ArrowUp");
  await press(named(page, "Change to Free"));
  await confirm(page, "Change to Free");
  await expect(page.getByText("This workspace is now on Free.")).toBeVisible();
  await expectFocusKept(page);
});

test("keyboard: the audit log is filtered and exported, and a call to the API is opened", async ({ ada, signedIn }) => {
  await put(ada, "user_1", { name: "Ada" });
  const page = await inSettings({ team: ada, signedIn }, "Audit log");
  await choose(page.getByLabel("Who"), "Olga Owner");
  await expect(page).toHaveURL(/actor=/);
  const started = page.waitForEvent("download");
  await tabTo(page.getByRole("link", { name: "Export CSV" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  expect((await started).suggestedFilename()).toContain(".csv");
  await goTo(page, "Settings: Requests", "Requests");
  const request = page.getByRole("list", { name: "Requests" }).locator("summary").first();
  await press(request);
  await expect(page.getByText("Request id").first()).toBeVisible();
  await expect(request).toBeFocused();
});
