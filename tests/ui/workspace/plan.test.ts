import { expect, test } from "../../support/fixtures";

test("the plan page names only the real differences between plans", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/plan");
  const plans = page.getByRole("group", { name: "Plan" });
  const card = (name: string) => plans.locator("label").filter({ has: page.getByRole("radio", { name }) });
  await expect(card("Free")).toContainText("Everything in Beside except the context API.");
  await expect(card("Pro")).toContainText("With the context API, your server sends contacts and events");
  await expect(card("Business")).toContainText("Same as Pro");
  // No channel brings in chats yet, and no plan changes that.
  await expect(plans).not.toContainText(/whatsapp|website|chats|teams/i);

  // The API enforces what the cards say.
  for (const [plan, status] of Object.entries({ free: 402, pro: 404, business: 404 })) {
    await ada.operate("set-plan", { workspace: ada.workspace, plan });
    expect((await ada.api("GET", "/contacts/nobody")).status, plan).toBe(status);
    expect((await (await ada.signIn()).call("GET", "/chats")).status, plan).toBe(200);
  }
});
