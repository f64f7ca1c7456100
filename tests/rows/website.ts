import { createHmac, randomBytes } from "node:crypto";
import { ingestMessage } from "@/lib/channels";
import { blockPerson } from "@/lib/channels/block";
import { testInAddress } from "@/lib/channels/shared/page-test";
import * as website from "@/lib/channels/website";
import { upload } from "@/lib/channels/website/files";
import * as networks from "@/lib/channels/website/networks";
import * as pageTest from "@/lib/channels/website/page-test";
import { visitorIdOf } from "@/lib/channels/website/visitor";
import * as chats from "@/lib/chats";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { commandLine } from "@/lib/workspace/audit/contract";
import * as secrets from "@/lib/workspace/secrets";
import { png } from "../support/files";

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function tokenBy(secret: string, claims: object): string {
  const signed = `${encoded({ alg: "HS256" })}.${encoded({ exp: Math.floor(Date.now() / 1000) + 60, ...claims })}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

/** Runs the statements of the chat on the website. */
export async function runWebsite(ws: string): Promise<void> {
  const { slug } = await db().workspace.findUniqueOrThrow({ where: { id: ws }, select: { slug: true } });
  const settings = {
    allowedOrigins: [],
    allowAnyOrigin: true,
    colour: "#1d4ed8",
    position: "right",
    greeting: "",
    language: "auto",
  } as const;
  await website.save({ id: ws, slug }, { ...settings, allowedOrigins: [], isOn: true }, { by: commandLine, host: "http://localhost" });
  await website.config(slug);
  const { address } = await pageTest.begin({ id: ws, slug }, "https://shop.example.com/");
  const testToken = address.split(`${testInAddress}=`)[1] ?? "";
  await pageTest.hear({ token: testToken, slug, heard: "loaded", referrer: null, settings: undefined });
  await pageTest.read(ws);

  const visitorId = visitorIdOf(ws, randomBytes(32).toString("base64url"));
  const visitor = { visitorId, network: networks.digestOf(ws, "203.0.113.5") };
  await website.messages(ws, visitor, {});
  await website.send(ws, visitor, { id: newId(), text: "Hello", attachments: [] });
  await website.messages(ws, visitor, {});
  await website.messages(ws, visitor, { after: "none" });
  await upload(ws, visitor, { name: "photo.png", bytes: png });
  await website.leaveEmail(ws, visitorId, "ada@example.com");
  await website.watched(ws, visitorId);

  const { secret } = await secrets.reveal(ws, commandLine, "identify");
  await secrets.rotate(ws, commandLine, {}, "identify");
  const token = tokenBy(secret, { sub: "website_1", name: "Ada", phone: "+44 7911 000099" });
  await website.identify(ws, visitorId, token);
  await website.identify(ws, visitorId, token);
  await secrets.endOverlap(ws, commandLine, {}, "identify");

  const { id: chatId } = await db().chat.findFirstOrThrow({ where: { workspaceId: ws, person: { workspaceId: ws, visitorId } } });
  await blockPerson(ws, chatId, commandLine, { isBlocked: true });
  // A new visitor, whom the test lets in from the network that is held.
  const other = { channel: "website", visitorId: visitorIdOf(ws, "other"), network: visitor.network } as const;
  await website.messages(ws, other, {});
  const { chatId: suspected } = await ingestMessage(ws, other, { id: newId(), text: "Hello" });
  await chats.items(ws, suspected, {});
  await networks.deleteExpired(new AbortController().signal);
  await blockPerson(ws, chatId, commandLine, { isBlocked: false });
}
