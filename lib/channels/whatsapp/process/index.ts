import type { Attempt, Processor } from "@/lib/channels/inbound/entry";
import { fetchFile, keepMissingFile } from "@/lib/channels/whatsapp/media";
import { Payload } from "@/lib/channels/whatsapp/parse/payload";
import { receiveEcho } from "./echo";
import { keepMessage, receiveMessage } from "./message";
import { receiveStatus } from "./status";
import { receiveTogether } from "./together";

/** How the entries of a webhook are processed. */
export const processor: Processor = {
  process: async (workspaceId, attempt) => {
    const payload = Payload.parse(attempt.payload);
    switch (payload.kind) {
      case "message":
      case "change":
        return receiveMessage(workspaceId, payload, attempt);
      case "echo":
        return receiveEcho(workspaceId, payload, attempt);
      case "status":
        await receiveStatus(workspaceId, payload.status, attempt);
        return [];
      case "file":
        await fetchFile(workspaceId, payload, attempt);
        return [];
    }
  },
  processTogether: receiveTogether,
  giveUp: async (workspaceId, attempt: Attempt) => {
    const payload = Payload.parse(attempt.payload);
    if (payload.kind === "message" || payload.kind === "change") await keepMessage(workspaceId, payload, attempt);
    if (payload.kind === "file") await keepMissingFile(workspaceId, payload);
  },
};
