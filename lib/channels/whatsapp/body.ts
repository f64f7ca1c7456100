import { mediaKindOf } from "./shared/files";

/** A phone number, or Meta's id of somebody for this business. */
export type Recipient = { phone: string } | { userId: string };

export type Parameter = { type: "text"; text: string; parameter_name?: string } | { type: "coupon_code"; coupon_code: string };
export type TemplateComponent =
  | { type: "header" | "body"; parameters: Parameter[] }
  | { type: "button"; sub_type: "url" | "copy_code"; index: string; parameters: Parameter[] };
export type TemplateToSend = { name: string; language: string; components: TemplateComponent[] };

/** What is sent; a file has been uploaded to Meta before. */
export type Sent =
  | { kind: "text"; text: string }
  | { kind: "file"; mediaId: string; type: string; name: string; caption: string }
  | { kind: "template"; template: TemplateToSend }
  | { kind: "request_phone"; text: string };

type Message = {
  to: Recipient;
  sent: Sent;
  /** Meta's id of the message that this one replies to. */
  replyTo?: string | undefined;
  /** Comes back with each status of the message. */
  callback: string;
};

/**
 * An id in `to` would be accepted and lost: Meta takes only numbers there.
 */
const recipientFields = (to: Recipient) => ("phone" in to ? { to: to.phone } : { recipient: to.userId });

/** The body of `POST /{phone number id}/messages`. */
export const messageBody = ({ to, sent, replyTo, callback }: Message) => ({
  messaging_product: "whatsapp",
  recipient_type: "individual",
  ...recipientFields(to),
  ...(replyTo !== undefined && { context: { message_id: replyTo } }),
  ...contentFields(sent),
  biz_opaque_callback_data: callback,
});

function contentFields(sent: Sent) {
  switch (sent.kind) {
    case "text":
      return { type: "text", text: { preview_url: /https?:\/\//i.test(sent.text), body: sent.text } };
    case "file":
      return fileFields(sent);
    case "template": {
      const { name, language, components } = sent.template;
      return { type: "template", template: { name, language: { code: language }, ...(components.length > 0 && { components }) } };
    }
    case "request_phone":
      return {
        type: "interactive",
        interactive: { type: "request_contact_info", body: { text: sent.text }, action: { name: "request_contact_info" } },
      };
  }
}

function fileFields({ mediaId, type, name, caption }: Extract<Sent, { kind: "file" }>) {
  const kind = mediaKindOf(type) ?? "document";
  const text = caption !== "" && kind !== "audio" ? { caption } : {};
  return { type: kind, [kind]: { id: mediaId, ...text, ...(kind === "document" && { filename: name }) } };
}

/** The same endpoint: the message was read, and so were those before it; perhaps somebody is typing an answer. */
export const receiptBody = ({ externalId, isTyping }: { externalId: string; isTyping: boolean }) => ({
  messaging_product: "whatsapp",
  status: "read",
  message_id: externalId,
  ...(isTyping && { typing_indicator: { type: "text" } }),
});

/** The body of `POST /{phone number id}/media`: a form with the file as its last field. */
export function mediaForm({ name, type, bytes, boundary }: { name: string; type: string; bytes: Buffer; boundary: string }) {
  const field = (key: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const fileName = name.replace(/["\\\r\n]/g, "_");
  const head = `${field("messaging_product", "whatsapp")}${field("type", type)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    data: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
