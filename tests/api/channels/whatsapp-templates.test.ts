import { newId } from "@/lib/kernel/ids";
import { kinds, phoneNumberId } from "../../support/whatsapp";
import { type Desk, expect, newToken, newWhatsAppDesk, test } from "../../support/whatsapp-desk";

test.describe.configure({ mode: "default" });

test.afterEach(({ graph }) => {
  expect(graph.violations, "calls that are not as Meta documents them").toEqual([]);
});

const approved = { language: "en", status: "APPROVED", category: "UTILITY" };
const orderUpdate = {
  ...approved,
  name: "order_update",
  parameter_format: "POSITIONAL",
  components: [
    { type: "HEADER", format: "TEXT", text: "Order {{1}}", example: { header_text: ["1042"] } },
    { type: "BODY", text: "Hello {{1}}, your parcel is in {{2}}.", example: { body_text: [["Ada", "Vienna"]] } },
    { type: "FOOTER", text: "Acme" },
    {
      type: "BUTTONS",
      buttons: [
        { type: "QUICK_REPLY", text: "Thanks" },
        { type: "URL", text: "Track", url: "https://acme.example/t/{{1}}", example: ["https://acme.example/t/1042"] },
      ],
    },
  ],
};
const named = {
  ...approved,
  name: "reopen",
  parameter_format: "NAMED",
  components: [
    {
      type: "BODY",
      text: "Hello {{first_name}}, may we go on?",
      example: { body_text_named_params: [{ param_name: "first_name", example: "Ada" }] },
    },
  ],
};
const others = [
  {
    ...approved,
    name: "with_video",
    components: [
      { type: "HEADER", format: "VIDEO" },
      { type: "BODY", text: "Look" },
    ],
  },
  { ...approved, name: "code", category: "AUTHENTICATION", components: [{ type: "BODY", text: "{{1}} is your code." }] },
  { ...approved, name: "paused", status: "PAUSED", components: [{ type: "BODY", text: "Paused" }] },
  { name: "of an unknown form" },
];

const listed = async ({ session }: Desk) => {
  const reply = await session.call("GET", "/whatsapp/templates");
  expect(reply.status, reply.text).toBe(200);
  return reply.body["templates"] as { name: string; problem: string | null; preview: string; variables: { key: string }[] }[];
};

test("lists approved templates of all pages with their variables and what the customer reads", { tag: "@embedded" }, async ({
  ada,
  graph,
}) => {
  graph.setTemplates([named, ...others, orderUpdate]);
  const desk = await newWhatsAppDesk(ada);
  const templates = await listed(desk);
  expect(templates.map(({ name, problem }) => [name, problem === null])).toEqual([
    ["code", false],
    ["order_update", true],
    ["reopen", true],
    ["with_video", false],
  ]);
  expect(templates.find(({ name }) => name === "order_update")).toMatchObject({
    preview: "Order {{header.1}}\n\nHello {{body.1}}, your parcel is in {{body.2}}.\n\nAcme",
    variables: [
      { key: "header.1", component: "header", example: "1042" },
      { key: "body.1", component: "body", example: "Ada" },
      { key: "body.2", component: "body", example: "Vienna" },
      { key: "button.1", component: "button", label: "Track" },
    ],
  });
});

test("sends a template with its values, also after the customer's 24 hours", { tag: "@embedded" }, async ({ ada, graph }) => {
  graph.setTemplates([orderUpdate, named]);
  const at = new Date(Date.now() - 25 * 60 * 60 * 1000);
  const desk = await newWhatsAppDesk(ada, { first: (from) => kinds.text(from, "Yesterday", { at }) });
  const id = newId();
  const values = { "header.1": "1042", "body.1": "Ada", "body.2": "Vienna,\n  Austria", "button.1": "1042" };
  const body = { id, name: "order_update", language: "en", values };
  for (const _ of [1, 2]) expect((await desk.session.call("POST", `/chats/${desk.chatId}/template`, body)).status).toBe(201);
  const item = await desk.reaches(id, "sent");
  expect(item).toMatchObject({
    text: "Order 1042\n\nHello Ada, your parcel is in Vienna, Austria.\n\nAcme",
    content: { template: { name: "order_update", language: "en" } },
  });
  const [sent, ...more] = graph.messagesTo(desk.recipient);
  expect(more).toEqual([]);
  expect(sent?.body["template"]).toEqual({
    name: "order_update",
    language: { code: "en" },
    components: [
      { type: "header", parameters: [{ type: "text", text: "1042" }] },
      {
        type: "body",
        parameters: [
          { type: "text", text: "Ada" },
          { type: "text", text: "Vienna, Austria" },
        ],
      },
      { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "1042" }] },
    ],
  });
  const reopen = { id: newId(), name: "reopen", language: "en", values: { "body.first_name": "Ada" } };
  expect((await desk.session.call("POST", `/chats/${desk.chatId}/template`, reopen)).status).toBe(201);
  await desk.reaches(reopen.id, "sent");
  expect(graph.messagesTo(desk.recipient)[1]?.body["template"]).toMatchObject({
    components: [{ type: "body", parameters: [{ type: "text", parameter_name: "first_name", text: "Ada" }] }],
  });
});

test("rejects a template that is unknown, incomplete or not possible from here", { tag: "@embedded" }, async ({ ada, graph }) => {
  graph.setTemplates([orderUpdate, ...others]);
  const desk = await newWhatsAppDesk(ada);
  const send = (name: string, values: object = {}) =>
    desk.session.call("POST", `/chats/${desk.chatId}/template`, { id: newId(), name, language: "en", values });
  expect(await send("nothing")).toMatchObject({ status: 404 });
  expect(await send("paused")).toMatchObject({ status: 404 });
  expect(await send("with_video")).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining("video") } } });
  expect(await send("order_update", { "header.1": "1", "body.1": "Ada", "body.2": " " })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining("body.2") } },
  });
  const visitor = await ada.sendMessage({ channel: "website", visitorId: newId() });
  const toVisitor = await desk.session.call("POST", `/chats/${visitor.chatId}/template`, {
    id: newId(),
    name: "order_update",
    language: "en",
  });
  expect(toVisitor.status).toBe(409);
  expect(graph.messagesTo(desk.recipient)).toEqual([]);
});

test("says why there are no templates, and what Meta objects to", { tag: "@embedded" }, async ({ ada, graph }) => {
  const owner = await ada.signIn();
  const ask = () => owner.call("GET", "/whatsapp/templates");
  expect((await ask()).body).toMatchObject({ templates: [], problem: expect.stringContaining("not connected") });
  const token = newToken();
  await owner.call("PUT", "/whatsapp", { phoneNumberId, accessToken: token, appSecret: "0123456789abcdef" });
  expect((await ask()).body).toMatchObject({ templates: [], problem: expect.stringContaining("business account") });
  await owner.call("PUT", "/whatsapp", { phoneNumberId, businessAccountId: "102290129340398" });
  graph.expire(token);
  const refused = await ask();
  expect(refused).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining("access token") } } });
  expect(refused.text).not.toContain(token);
});
