import { z } from "zod";
import { contract, Id, InWorkspace, Time, Uuid } from "@/lib/kernel/contract";

export const ApiRequest = z.object({
  id: Uuid,
  createdAt: Time,
  method: z.string(),
  /** As it was called, without a query. The contact's place is `{userId}` once they are deleted. */
  path: z.string(),
  status: z.number(),
  /** The code and the sentence of a refusal. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  tookMs: z.number(),
  requestId: z.string(),
  /** The key that the call carried; a revoked one is null. */
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
    /** The last id of the page before. */
    before: Id.optional(),
  }),
  status: 200,
  output: z.object({ requests: z.array(ApiRequest), hasEarlier: z.boolean() }),
});
