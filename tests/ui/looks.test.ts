import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "../support/fixtures";
import { signedIn } from "./browser";

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

for (const colorScheme of ["light", "dark"] as const) {
  for (const [name, viewport] of Object.entries(sizes)) {
    // Every run covers each size and each scheme once; the other two pairs are tagged slow.
    const tag = (name === "wide") === (colorScheme === "light") ? [] : "@slow";
    test(`every screen is accessible and does not scroll sideways, ${name} and ${colorScheme}`, { tag }, async ({
      ada,
      server,
      receiver,
      browser,
    }) => {
      test.setTimeout(240_000);
      const owner = await ada.signIn();
      await owner.call("PUT", "/actions/address", { url: receiver.origin });
      await owner.call("POST", "/actions/buttons", { label: "Retry payment", action: "retry_payment" });
      await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone: "447911123456", attributes: { plan: "pro" } } });
      const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456" });
      await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1", properties: { amount: "59.90 EUR" } } });
      await ada.api("POST", "/events", { body: { event: "Order placed", userId: "user_1" } });
      const contacts = (await owner.call("GET", "/contacts")).body["items"] as { id: string }[];
      const page = await signedIn(browser, server, ada.owner, { viewport, colorScheme });
      const complaints: string[] = [];
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      const paths = [
        "chats",
        `chats/${chatId}`,
        "contacts",
        `contacts/${contacts[0]?.id}`,
        "settings/attributes",
        "overview",
        "settings/developers",
        "settings/actions",
        "settings/website",
        "settings/whatsapp",
        "settings/helpdesks",
        "settings/conflicts",
        "settings/members",
        "settings/chats",
        "settings/replies",
        "settings/tags",
        "settings/plan",
        "settings/audit",
        "settings/data",
        "settings/requests",
        "profile",
      ];
      for (const path of [...paths.map((path) => `/${ada.workspace}/${path}`), "/simulator"]) {
        await page.goto(path);
        // Streamed content is hidden until React reveals it; axe checks only visible content.
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        if (path.includes("/settings/"))
          await expect(page.getByRole("navigation", { name: "Settings" }).locator("[aria-current]")).toBeInViewport();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      }
      expect(complaints).toEqual([]);
    });
  }
}
