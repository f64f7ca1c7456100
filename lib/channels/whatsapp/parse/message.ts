import { z } from "zod";
import type { MessageContent } from "@/lib/chats/contract";
import { clip } from "@/lib/kernel/text";
import { contentOf } from "./content";
import { Code, Part, timeOf, Words } from "./fields";
import { fileOf } from "./file";
import { type IdentityChange, identityChangeOf } from "./identity-change";
import { RawMessage } from "./payload";

/** A message to show. `repliesTo` is Meta's id of the quoted message. */
export type Shown = {
  kind: "message";
  text: string;
  content: MessageContent;
  file?: { mediaId: string; name: string };
  repliesTo?: string;
  sharedPhone?: string;
};
/** What happened to an earlier message, by Meta's id. */
export type Changed =
  /** `emoji` is null when the reaction was removed. */
  | { kind: "reaction"; target: string; emoji: string | null }
  | { kind: "edit"; target: string; text: string }
  | { kind: "deletion"; target: string };
type Parsed = Shown | Changed | ({ kind: "identity" } & IdentityChange) | { kind: "nothing" };

const maxTextLength = 20_000;
const maxEmojiLength = 16;

const Reaction = z.object({ reaction: Part({ message_id: Code, emoji: Words }) });
const Edit = z.object({ edit: Part({ original_message_id: Code, message: RawMessage.optional().catch(undefined) }) });
const Revoke = z.object({ revoke: Part({ original_message_id: Code }) });

/** Types that say nothing to an agent: other system messages, and the mere opening of a chat. */
const silent = new Set(["system", "request_welcome"]);

/** What a message of WhatsApp means, whatever its type and shape. */
export function parseMessage(message: RawMessage): Parsed {
  const change = identityChangeOf(message);
  if (change) return { kind: "identity", ...change };
  const type = Words.parse(message["type"]) ?? "";
  if (silent.has(type)) return { kind: "nothing" };
  return changeOf(type, message) ?? shownOf(message);
}

/** Undefined for a message of another type, and for a change that does not say of what: it is shown as unsupported. */
function changeOf(type: string, message: RawMessage): Changed | undefined {
  if (type === "reaction") {
    const { reaction } = Reaction.parse(message);
    const emoji = reaction?.emoji === undefined ? null : clip(reaction.emoji, maxEmojiLength);
    return reaction?.message_id === undefined ? undefined : { kind: "reaction", target: reaction.message_id, emoji };
  }
  if (type === "edit") {
    const { edit } = Edit.parse(message);
    if (edit?.original_message_id === undefined || !edit.message) return undefined;
    return { kind: "edit", target: edit.original_message_id, text: textOf(edit.message) };
  }
  if (type === "revoke") {
    const target = Revoke.parse(message).revoke?.original_message_id;
    return target === undefined ? undefined : { kind: "deletion", target };
  }
  return undefined;
}

/** The text of a message, or the one that was sent with its file. */
const textOf = (message: RawMessage): string => clip(fileOf(message)?.caption ?? contentOf(message).text, maxTextLength);

function shownOf(message: RawMessage): Shown {
  const file = fileOf(message);
  const { text, content, sharedPhone } = file ? { text: file.caption, content: {} } : contentOf(message);
  const { quoted, repliesTo } = contextOf(message);
  return {
    kind: "message",
    text: clip(text, maxTextLength),
    content: { ...content, ...quoted, ...(file && !file.mediaId && { missingFile: "WhatsApp did not say where the file is." }) },
    ...(file?.mediaId !== undefined && { file: { mediaId: file.mediaId, name: file.name } }),
    ...(repliesTo !== undefined && { repliesTo }),
    ...(sharedPhone !== undefined && { sharedPhone }),
  };
}

const Context = z.object({
  context: Part({ id: Code, referred_product: Part({ product_retailer_id: Code }) }),
  referral: Part({ headline: Words, source_url: Words }),
});

/** What a message refers to: an earlier message, a product of the catalogue, or an advertisement that it was written from. */
function contextOf(message: RawMessage): { repliesTo?: string; quoted?: Pick<MessageContent, "replyTo"> } {
  const { context, referral } = Context.parse(message);
  const product = context?.referred_product?.product_retailer_id;
  if (product !== undefined) return { quoted: { replyTo: { id: null, text: `Product ${product}` } } };
  if (context?.id !== undefined) return { repliesTo: context.id };
  const advertisement = referral?.headline ?? referral?.source_url;
  return advertisement === undefined ? {} : { quoted: { replyTo: { id: null, text: clip(`Ad: ${advertisement}`, 200) } } };
}

/** When a message was sent; undefined when it does not say. */
export const sentAtOf = (message: RawMessage): Date | undefined => timeOf(Code.parse(message["timestamp"]));
