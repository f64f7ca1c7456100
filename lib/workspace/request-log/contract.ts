import { z } from "zod";
import { Cursor, contract, InWorkspace, Page, Time, Uuid } from "@/lib/kernel/contract";

export const ApiRequest = z.object({
  id: Uuid,
  createdAt: Time,
  method: z.string(),
  /** The path without the query. `{userId}` stands for a contact who was deleted. */
  path: z.string(),
  status: z.number(),
  /** The code and the message of an error response. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  tookMs: z.number(),
  requestId: z.string(),
  /** The key of the call; null when it was revoked. */
  key: z.object({ name: z.string(), lastFour: z.string() }).nullable(),
});
export type ApiRequest = z.input<typeof ApiRequest>;

export const listRequests = contract({
  method: "GET",
  path: "/api/w/{workspace}/requests",
  summary: "The last calls of the API with a key of this workspace, newest first",
  access: "session",
  role: "admin",
  params: InWorkspace,
  query: z.object({
    only: z.literal("errors", { error: 'must be "errors", or left out.' }).optional(),
    cursor: Cursor,
  }),
  status: 200,
  output: Page(ApiRequest),
});
