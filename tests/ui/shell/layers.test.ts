import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { newDesk } from "../../support/desk";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { checkedImport, ranImport, sentFile } from "../../support/imports";
import { addMember, invited } from "../../support/members";
import type { Receiver } from "../../support/receiver";
import { connectWhatsApp } from "../../support/whatsapp";
import { overflowOf, violationsIn } from "../accessible";
import { endOfAnimations } from "../browser";
import { type Ids, type Opening, screens } from "../layer-table";

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
type Size = keyof typeof sizes;
type Scheme = "light" | "dark";
const phone = "447911123456";
const template = { name: "hello_world", language: "en", category: "UTILITY", variables: [], preview: "Hello!", problem: null };
const refund = {
  label: "Refund order",
  action: "refund_order",
  options: { confirms: true, inputs: [{ type: "number", name: "sum", label: "Sum", required: true }] },
};

/** A workspace in which everything can be opened. */
async function workspace(team: Team, receiver: Receiver): Promise<Ids> {
  await addMember(team, { name: "Tom Ray" });
  await team.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone, attributes: { plan: "pro" } } });
  const desk = await newDesk(team, receiver, { channel: "whatsapp", phone, name: "Ada Okafor" });
  const { session, chatId } = desk;
  const created = async (path: string, body: object) => {
    const reply = await session.call("POST", path, body);
    expect([200, 201], reply.text).toContain(reply.status);
    return reply.body;
  };
  const { callId } = (await desk.pressAndWait()).outcome;
  await created("/actions/buttons", refund);
  await created("/actions/buttons", { action: "retry", label: "Retry payment", options: { onProblemCards: true } });
  for (const reference of ["INV-1", "INV-2"])
    await team.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1", properties: { reference } } });
  await created("/tags", { name: "VIP", color: "purple" });
  await created("/webhooks", { url: null, types: ["ping"], description: "Orders" });
  await created("/replies", { title: "Refund", text: "It is on its way." });
  await invited(session, "noor@example.com");
  const { key } = (await created("/keys", { name: "Shop" })) as { key: { id: string } };
  await created(`/keys/${key.id}/rotate`, { overlapSeconds: 14_400 });
  await connectWhatsApp(team, session);
  await session.call("PUT", "/helpdesks", { chatwoot: { origin: "https://chat.example.com", accountId: null, isOn: true } });
  await team.api("PUT", "/contacts/user_2", { body: { name: "Luis Torres" } });
  await team.api("POST", "/events", { body: { event: "Order placed", userId: "user_2", phone } });
  const contacts = (await session.call("GET", "/contacts?text=user_1")).body["items"] as { id: string }[];
  const stranger = await team.sendMessage({ channel: "website", visitorId: "v_noor", name: "Noor" });
  const csv = "userId,name\nuser_8,Ines Costa\n";
  const imports = {
    importId: (await sentFile(team, csv)).id,
    doneImportId: (await ranImport(team, (await checkedImport(team, csv)).id)).id,
  };
  return { chatId, strangerId: stranger.chatId, contactId: String(contacts[0]?.id), callId, ...imports };
}

/** Opens it; a press before the page is hydrated is repeated. */
async function open(page: Page, { open: press, layer }: Opening): Promise<void> {
  await expect(async () => {
    if (!(await layer(page).isVisible())) await press(page);
    await expect(layer(page)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await endOfAnimations(page);
}

type Check = { ada: Team; receiver: Receiver; signedIn: SignedIn };

/** Opens what opens at this size, one after the other, and checks each in these colour schemes. */
async function checkLayers(
  { ada, receiver, signedIn }: Check,
  { at, schemes, opens }: { at: Size; schemes: Scheme[]; opens?: (opening: Opening) => boolean },
): Promise<void> {
  const ids = await workspace(ada, receiver);
  const page = await signedIn(ada, "", { viewport: sizes[at], reducedMotion: "reduce" });
  // A press that something covers is tried again.
  page.setDefaultTimeout(5_000);
  await page.route("**/whatsapp/templates", (route) => route.fulfill({ json: { templates: [template], problem: null } }));
  for (const { path, openings } of screens(ids)) {
    const here = openings.filter((opening) => (opening.at ?? at) === at && (opens?.(opening) ?? true));
    if (here.length === 0) continue;
    await page.goto(path.startsWith("/") ? path : `/${ada.workspace}/${path}`, { timeout: 30_000 });
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    for (const opening of here) await test.step(`${opening.of} on ${path}`, () => checkLayer(page, { opening, schemes, path }));
  }
}

async function checkLayer(page: Page, { opening, schemes, path }: { opening: Opening; schemes: Scheme[]; path: string }): Promise<void> {
  await open(page, opening);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await endOfAnimations(page);
    expect.soft(await violationsIn(page), `${opening.of} on ${path}, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await overflowOf(page), `${opening.of} makes ${path} scroll sideways`).toBeLessThanOrEqual(0);
  await opening.close(page);
  await expect(opening.layer(page)).toBeHidden();
}

test("every dialog, menu and sheet is accessible when it is open, wide, in both colour schemes", async ({ ada, receiver, signedIn }) => {
  test.setTimeout(600_000);
  await checkLayers({ ada, receiver, signedIn }, { at: "wide", schemes: ["light", "dark"] });
});

test("what only a phone opens over a page is accessible, in both colour schemes", async ({ ada, receiver, signedIn }) => {
  await checkLayers({ ada, receiver, signedIn }, { at: "narrow", schemes: ["light", "dark"], opens: ({ at }) => at === "narrow" });
});

for (const colorScheme of ["light", "dark"] as const)
  test(`every dialog, menu and sheet is accessible on a phone, ${colorScheme}`, { tag: "@slow" }, async ({ ada, receiver, signedIn }) => {
    test.setTimeout(600_000);
    await checkLayers({ ada, receiver, signedIn }, { at: "narrow", schemes: [colorScheme] });
  });

test("the table names every component that opens something over a page", () => {
  /** What others open, with what they put into it. */
  const parts = ["components/settings/shared/secret-dialog.tsx", "components/commands/opened-dialog.tsx"];
  const opens = /<(?:Dialog|ConfirmDialog|SecretDialog|Menu|Popover|Layer)\b(?!\.)|role="(?:alertdialog|dialog|menu|tooltip)"/g;
  const sources = readdirSync("components", { recursive: true })
    .map((file) => `components/${String(file).replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".tsx") && !parts.includes(file));
  const table = screens({ chatId: "", strangerId: "", contactId: "", callId: "", importId: "", doneImportId: "" }).flatMap(({ openings }) =>
    openings.map(({ of }) => of),
  );
  const missing = sources
    .map((file) => ({ file, uses: readFileSync(file, "utf8").match(opens)?.length ?? 0 }))
    .filter(({ file, uses }) => uses > table.filter((of) => of === file).length);
  expect(missing).toEqual([]);
  expect(table.filter((of) => !sources.includes(of))).toEqual([]);
});
