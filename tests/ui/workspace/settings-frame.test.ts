import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";

const titles = [
  "Members",
  "Assignment",
  "Saved replies",
  "Tags",
  "Attributes",
  "Plan",
  "Data",
  "Audit log",
  "Website",
  "WhatsApp",
  "Helpdesks",
];
const more = ["Contact conflicts", "Actions", "Calls", "API keys", "Requests"];

test("pages of the settings have one frame, no card repeats the title, and edit and heads look alike", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const desk = await newDesk(ada, receiver);
  await desk.pressAndWait();
  await desk.session.call("POST", "/tags", { name: "VIP", color: "purple" });
  await desk.session.call("POST", "/replies", { title: "Refund", text: "It is on its way." });
  const page = await signedIn(ada, "/profile");
  const head = page.getByRole("heading", { level: 1 });
  const widthOf = async () => (await head.locator("xpath=..").boundingBox())?.width;
  const width = await widthOf();
  await page.goto(`/${ada.workspace}/settings`);
  const nav = page.getByRole("navigation", { name: "Settings" });
  for (const title of [...titles, ...more]) {
    await nav.getByRole("link", { name: title, exact: true }).click();
    await expect(head).toHaveText(title);
    expect(await widthOf(), title).toBe(width);
    const repeated = page.getByRole("main").getByRole("heading", { level: 2, name: title, exact: true });
    // For screen readers the title of the region stays.
    for (const one of await repeated.all()) expect((await one.boundingBox())?.height, title).toBeLessThanOrEqual(1);
    if (title === "Saved replies" || title === "Tags") {
      const edit = page.getByRole("button", { name: /^Edit / });
      await expect(edit.locator("svg.lucide-pencil")).toBeVisible();
      await expect(page.getByRole("button", { name: /^Change / })).toHaveCount(0);
    }
    if (title === "Calls")
      for (const [index, th] of (await page.getByRole("columnheader").all()).entries()) {
        const cell = page.getByRole("row").nth(1).getByRole("cell").nth(index);
        const alignment = (one: typeof th) => one.evaluate((element) => getComputedStyle(element).textAlign.replace("left", "start"));
        expect(await alignment(th), `column ${index}`).toBe(await alignment(cell));
      }
  }
});
