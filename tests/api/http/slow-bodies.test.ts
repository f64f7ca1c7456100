import { once } from "node:events";
import { connect } from "node:net";
import { customer } from "../../support/desk";
import { padded, pdf } from "../../support/files";
import { expect, test } from "../../support/fixtures";
import { upload } from "../../support/uploads";

const mebibyte = 1024 * 1024;

/** A webhook that declares 3 MB and sends one byte. `reply` is what the server has written until the connection ends. */
async function openSlowly(url: string, workspace: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let reply = "";
  socket.setEncoding("utf8").on("data", (text) => {
    reply += String(text);
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  const head = `POST /api/channels/whatsapp/${workspace} HTTP/1.1\r\nHost: beside\r\nX-Hub-Signature-256: sha256=${"0".repeat(64)}\r\n`;
  socket.write(`${head}Content-Length: ${3 * mebibyte}\r\n\r\n{`);
  return { reply: () => reply, close: () => socket.destroy() };
}

test("bodies that declare much and hardly arrive take no room from an upload, and are ended", { tag: "@server" }, async ({ ada }) => {
  // Together they declare more than one network may send.
  const slow = await Promise.all(Array.from({ length: 40 }, () => openSlowly(ada.url, ada.workspace)));
  try {
    const session = await ada.signIn();
    const { chatId } = await ada.sendMessage(customer);
    const file = await upload(session, chatId, { name: "large.pdf", bytes: padded(pdf, 2 * mebibyte) });
    expect(file.bytes).toBe(2 * mebibyte);
    for (const { reply } of slow) expect(reply()).toBe("");
    for (const { reply } of slow) await expect.poll(reply, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
  } finally {
    for (const { close } of slow) close();
  }
});
