import { z } from "zod";
import { Cursor, contract, Id, InWorkspace, mustBe, Page, Text, Time, Uuid } from "@/lib/kernel/contract";
import { statuses } from "./shared/statuses";

/** A field that was sent and ignored, and the field that was probably meant. */
const IgnoredField = z.object({ name: z.string(), field: z.string().nullable() });

export const ApiRequest = z.object({
  id: Uuid,
  createdAt: Time,
  method: z.string(),
  /** The path without the query. `{userId}` stands for a contact who was deleted, "…" for an address, a phone or a secret. */
  path: z.string(),
  status: z.number(),
  /** The code and the message of an error response. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  tookMs: z.number(),
  requestId: z.string(),
  /** The key of the call; null when it was revoked. */
  key: z.object({ name: z.string(), lastFour: z.string() }).nullable(),
  ignored: z.array(IgnoredField),
});
export type ApiRequest = z.input<typeof ApiRequest>;

export const RequestFilter = z.object({
  /** One status, or all of 400 and above. */
  status: z.enum(["errors", ...statuses], { error: 'must be a status such as "404", "errors", or left out.' }).optional(),
  /** A part of the path. */
  path: Text(1, 300).optional(),
  key: Id.optional(),
});
export type RequestFilter = z.output<typeof RequestFilter>;

export const listRequests = contract({
  method: "GET",
  path: "/api/w/{workspace}/requests",
  summary: "The last calls of the API with a key of this workspace, newest first",
  access: "session",
  role: "admin",
  params: InWorkspace,
  query: RequestFilter.extend({ cursor: Cursor }),
  status: 200,
  output: Page(ApiRequest),
});

export const getRequest = contract({
  method: "GET",
  path: "/api/w/{workspace}/requests/{requestId}",
  summary: "What one call sent and was answered: names, with the kinds of values in their places",
  access: "session",
  role: "admin",
  params: InWorkspace.extend({ requestId: Id }),
  status: 200,
  /** JSON, or what was sent instead of JSON with every letter replaced. */
  output: z.object({ body: z.string().nullable(), answer: z.string().nullable() }),
});

const repeated = { count: z.int(), lastAt: Time };

export const groupRequests = contract({
  method: "GET",
  path: "/api/w/{workspace}/requests/groups",
  summary: "Like errors of the last 7 days, and the fields that were ignored, the most frequent first",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: z.object({
    errors: z.array(z.object({ code: z.string(), status: z.int(), message: z.string().nullable(), ...repeated })),
    ignored: z.array(IgnoredField.extend({ method: z.string(), path: z.string(), ...repeated })),
  }),
});

export const RequestSettings = z.object({ keepsBodies: z.boolean({ error: mustBe("true or false") }) });
export type RequestSettings = z.output<typeof RequestSettings>;

export const getRequestSettings = contract({
  method: "GET",
  path: "/api/w/{workspace}/requests/settings",
  summary: "Whether the log has what refused calls send",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: RequestSettings,
});

export const changeRequestSettings = contract({
  method: "PUT",
  path: "/api/w/{workspace}/requests/settings",
  summary: "Keep what refused calls send, without its values, for 7 days, or remove it and keep none",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: RequestSettings,
  status: 200,
  output: RequestSettings,
});
