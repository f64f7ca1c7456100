import { z } from "zod";
import { contract, EmptyObject, InWorkspace } from "@/lib/kernel/contract";

export const addSamples = contract({
  method: "POST",
  path: "/api/w/{workspace}/samples",
  madePerMinute: 30,
  summary: "Fill an empty workspace with sample people: contacts, events and chats, marked as such",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: EmptyObject,
  status: 201,
  output: z.object({ contacts: z.int(), chats: z.int() }),
  errors: ["conflict"],
});

export const removeSamples = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/samples",
  summary: "Remove the sample people with their chats and events, and nothing else",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: z.object({ contacts: z.int(), chats: z.int() }),
});
