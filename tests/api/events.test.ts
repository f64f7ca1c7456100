import { expect, test } from "../fixtures";

test("an event reaches the chat of the person with that phone", async ({ ada }) => {
  await ada.says({ channel: "whatsapp", phone: "447911000001" });
  const event = await ada.api("POST", "/events", { body: { event: "Payment failed", phone: "+44 7911 000001" } });
  expect(event).toMatchObject({ status: 201, body: { level: "problem", postedToConversations: 1 } });
});
