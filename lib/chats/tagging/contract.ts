import { z } from "zod";
import { InChat } from "@/lib/chats/contract";
import { Tag } from "@/lib/chats/tags/contract";
import { contract, Id, mustBe } from "@/lib/kernel/contract";

/** The most tags of a chat, and of a contact. */
export const maxTagsOfOne = 20;

export const setTag = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/tags",
  summary: "Put a tag of the workspace on a chat, or take it off",
  access: "session",
  params: InChat,
  body: z.object({ tagId: Id, isSet: z.boolean({ error: mustBe("true or false") }) }),
  status: 200,
  output: z.object({ tags: z.array(Tag) }),
  errors: ["conflict"],
});
