import type { BrowserContextOptions, Page } from "@playwright/test";
import { expect, type Session, type SignedIn, type Team } from "./fixtures";
import { type Channel, kinds, newPhone, sendWebhook, webhookWith } from "./whatsapp";
import { connect } from "./whatsapp-desk";

export const hourMs = 60 * 60 * 1000;
export const templates = [
  {
    name: "order_update",
    language: "en_US",
    status: "APPROVED",
    category: "UTILITY",
    parameter_format: "POSITIONAL",
    components: [
      { type: "BODY", text: "Hi {{1}}, your order {{2}} is on its way.", example: { body_text: [["Ada", "A-17"]] } },
      { type: "FOOTER", text: "Acme" },
    ],
  },
  { name: "hello_world", language: "de", status: "APPROVED", category: "MARKETING", components: [{ type: "BODY", text: "Hallo!" }] },
  {
    name: "summer_video",
    language: "en_US",
    status: "APPROVED",
    category: "MARKETING",
    components: [
      { type: "HEADER", format: "VIDEO" },
      { type: "BODY", text: "Look at this" },
    ],
  },
];

type Setup = { ada: Team; signedIn: SignedIn };
type Desk = { page: Page; owner: Session; channel: Channel; phone: string; write: (hoursAgo: number, text?: string) => Promise<void> };

/** The id of the chat with a person, as soon as it is there. */
export async function chatOf(owner: Session, displayName: string): Promise<string> {
  const find = async () =>
    ((await owner.call("GET", "/chats")).body["items"] as { id: string; displayName: string }[]).find(
      (chat) => chat.displayName === displayName,
    );
  await expect.poll(find).toBeDefined();
  return (await find())?.id ?? "";
}

/** An agent's screen with the chat of a customer who last wrote so many hours ago. */
export async function openChat({ ada, signedIn }: Setup, hoursAgo: number, options: BrowserContextOptions = {}): Promise<Desk> {
  const owner = await ada.signIn();
  const channel = await connect(ada, owner);
  const phone = newPhone();
  const name = `Ada ${phone}`;
  const write = async (ago: number, text = "Hello") => {
    const at = new Date(Date.now() - ago * hourMs);
    expect((await sendWebhook(channel, webhookWith(kinds.text({ phone, name }, text, { at })))).status).toBe(200);
  };
  await write(hoursAgo);
  const page = await signedIn(ada, `/chats/${await chatOf(owner, name)}`, options);
  return { page, owner, channel, phone, write };
}
