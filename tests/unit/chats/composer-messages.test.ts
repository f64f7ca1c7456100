import { test } from "@playwright/test";
import { messagesOf } from "@/components/desk/composer/messages";
import { expect } from "../../support/expect";

const file = (name: string) => ({ id: `id of ${name}`, name, type: "image/png", bytes: 70 });
const [a, b, c] = [file("a.png"), file("b.png"), file("c.png")];
const replyTo = { id: "id of a message", text: "Hello" };

test("a draft without text and files is no message", () => {
  for (const text of ["", " \n"]) {
    expect(messagesOf({ kind: "message", text, replyTo }, "website")).toEqual([]);
    expect(messagesOf({ kind: "note", text, attachments: [a] }, "website")).toEqual([]);
  }
});

test("a note takes neither files nor a quote", () => {
  expect(messagesOf({ kind: "note", text: " Look ", attachments: [a], replyTo }, "whatsapp")).toEqual([{ text: "Look" }]);
});

test("on the website one message takes everything", () => {
  expect(messagesOf({ kind: "message", text: "Both", attachments: [a, b], replyTo }, "website")).toEqual([
    { text: "Both", attachments: [a, b], replyTo },
  ]);
  expect(messagesOf({ kind: "message", text: "", attachments: [a] }, "website")).toEqual([{ text: "", attachments: [a] }]);
});

test("on WhatsApp each file is a message, the first with the text and the quote", () => {
  expect(messagesOf({ kind: "message", text: "All", attachments: [a, b, c], replyTo }, "whatsapp")).toEqual([
    { text: "All", attachments: [a], replyTo },
    { text: "", attachments: [b] },
    { text: "", attachments: [c] },
  ]);
  expect(messagesOf({ kind: "message", text: "No files", attachments: [], replyTo }, "whatsapp")).toEqual([{ text: "No files", replyTo }]);
});

test("a text that is too long to stand beside a file on WhatsApp goes before it", () => {
  const [fits, long] = ["👍".repeat(1_024), "👍".repeat(1_025)];
  expect(messagesOf({ kind: "message", text: fits, attachments: [a] }, "whatsapp")).toEqual([{ text: fits, attachments: [a] }]);
  expect(messagesOf({ kind: "message", text: long, attachments: [a], replyTo }, "whatsapp")).toEqual([
    { text: long, replyTo },
    { text: "", attachments: [a] },
  ]);
});
