import { z } from "zod";
import { contract, Id, InWorkspace, mustBe, Name, Uuid } from "@/lib/kernel/contract";

/** Colours of the design, which follow the theme. They help to find a tag, and say nothing that its name does not say. */
export const TagColor = z.enum(["grey", "blue", "green", "yellow", "red", "purple"], {
  error: mustBe('"grey", "blue", "green", "yellow", "red" or "purple"'),
});
export type TagColor = z.output<typeof TagColor>;

/** The longest name of a tag. */
export const maxTagName = 40;
/** The most tags of a workspace. */
export const maxTags = 100;

export const Tag = z.object({ id: Uuid, name: z.string(), color: TagColor });
export type Tag = z.output<typeof Tag>;

const TagBody = z.object({ name: Name(maxTagName), color: TagColor });
const inTag = InWorkspace.extend({ tagId: Id });

export const listTags = contract({
  method: "GET",
  path: "/api/w/{workspace}/tags",
  summary: "The workspace's tags, by name",
  access: "session",
  params: InWorkspace,
  status: 200,
  output: z.object({ items: z.array(Tag) }),
});

export const addTag = contract({
  method: "POST",
  path: "/api/w/{workspace}/tags",
  madePerMinute: 600,
  summary: "Add a tag",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: TagBody,
  status: 201,
  output: Tag,
  errors: ["conflict"],
});

export const changeTag = contract({
  method: "PATCH",
  path: "/api/w/{workspace}/tags/{tagId}",
  summary: "Change a tag's name or colour, on all chats and contacts that have it; only the fields that are sent change",
  access: "session",
  role: "admin",
  params: inTag,
  body: TagBody.partial(),
  status: 200,
  output: Tag,
  errors: ["conflict"],
});

export const removeTag = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/tags/{tagId}",
  summary: "Remove a tag, from all chats and contacts too",
  access: "session",
  role: "admin",
  params: inTag,
  status: 200,
  output: z.object({ removed: z.literal(true) }),
});
