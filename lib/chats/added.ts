import { z } from "zod";
import type { Added } from "@/lib/platform/notify";
import { ChatItem } from "./contract";
import { type ItemRow, itemOf } from "./item";

/** A new item as it is read by members, for a change notification: the row is the one that was just stored (decision 64). */
export const addedItem = (chatId: string, row: ItemRow): Added => ({ chatId, item: z.encode(ChatItem, itemOf(row)) });
