import { createHash } from "node:crypto";

/**
 * The id of the chat item for a message of WhatsApp: the same for every repeat, and different in every workspace. A UUID of
 * version 8, which is for ids computed in one's own way.
 */
export function itemIdOf(workspaceId: string, wamid: string): string {
  const bytes = createHash("sha256").update(`whatsapp ${workspaceId} ${wamid}`).digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}
