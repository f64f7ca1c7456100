import { Embedded } from "@/lib/platform/db/embedded";
import { expect, newTeam, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { startServer } from "../../support/server";
import { hydrated } from "../browser";

// Starts of servers, or more than a thousand calls, take long on a machine with much else to do.
test.describe.configure({ timeout: 180_000 });

test("redirects an account whose password was made by somebody else to choose its own, then to the requested page", {
  tag: "@embedded",
}, async ({ browser }) => {
  const first = await startServer();
  const team = await newTeam(first);
  const tom = await addMember(team);
  await first.stop();
  // The state in which the migration leaves an account whose password an admin made.
  const embedded = await Embedded.open(first.dataDir);
  await embedded.query("update account set password_by = 'admin' where email = $1", [tom.email]);
  await embedded.close();
  const server = await startServer({ dataDir: first.dataDir });
  try {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await page.goto(`/${team.workspace}/profile`);
    await hydrated(page);
    await page.getByLabel("E-mail").fill(tom.email);
    await page.getByLabel("Password").fill(tom.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
    await page.goto(`/${team.workspace}/profile`);
    await hydrated(page);
    await page.getByLabel("New password").fill(tom.password);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "another than the one that you were given" })).toBeVisible();
    await page.getByLabel("New password").fill("chosen by Tom himself");
    await page.getByLabel("New password").press("Enter");
    await page.waitForURL(`**/${team.workspace}/profile`);
    await expect(page.getByRole("list", { name: "Sessions" })).toBeVisible();
  } finally {
    await server.stop();
  }
});
