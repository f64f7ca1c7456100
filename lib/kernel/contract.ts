import { z } from "zod";
import "./own-sentences";
import type { AppError, ErrorCode } from "./errors";
import * as patterns from "./patterns";
import { issueOf, refused } from "./refused";
import { kindOf, lengthProblem } from "./text";
import { SentTime } from "./time";
import { trimmed, withoutHidden } from "./visible";

export const allRoles = ["owner", "admin", "agent"] as const;
export type Role = (typeof allRoles)[number];

/**
 * Authorization: `public` is anyone; `visitor` is anyone, rate-limited by address, with their session if there is one; `key` is a
 * customer's backend; `session` is a signed-in member, with at least `role`, of the workspace in the path; `embed` is a frame on
 * another site: such a member, by a token of 15 minutes, or a backend's token for one person; `widget` is a
 * visitor of a customer's website, by the token that their browser made; `operator` is the command line on the same machine.
 */
export type Access = "public" | "visitor" | "key" | "session" | "embed" | "widget" | "operator";

/** The most bytes of a body, where a contract says nothing else: 64 KiB. */
export const usualMaxBodyBytes = 65_536;

/** The only description of an endpoint: types, validation, the reference, the browser's call and the limits of the HTTP server follow from it. */
export type Contract = {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** As in OpenAPI: `/api/v1/contacts/{userId}`. */
  path: string;
  summary: string;
  description?: string;
  access: Access;
  role?: Role;
  /** Calls a minute from one network: for endpoints that need no key and no session. */
  perMinute?: number;
  /** How often a minute one workspace may call it: for what makes something that stays, ends what is in use, or reads very much. */
  madePerMinute?: number;
  /** How many calls of its person it counts as, by its body, where one does the work of several. */
  callsIn?: (body: never) => number;
  /** Waits for somebody else's server: the browser gives it more time. */
  waitsForOthers?: true;
  /** Part of the public API, and described in its OpenAPI document. */
  isPublished?: true;
  /** Answers with server-sent events. The HTTP server passes it by Next. */
  isStream?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Named as they are published; callers may write them in any case. */
  headers?: z.ZodObject;
  body?: z.ZodType<object>;
  /** Fields of the body that are userIds by another name: refused with the same code. */
  otherUserIds?: readonly string[];
  /**
   * The body is a batch, `{ items }`, of these. Each is validated by itself, so that one that is refused stops no other, and they are counted
   * apart from the calls (contract §9).
   */
  item?: z.ZodObject;
  /** The body is a file, whatever its content type, instead of JSON. */
  file?: true;
  /** The same of a file that is too large for the memory: it is handled in pieces while it arrives. */
  fileInPieces?: true;
  maxBodyBytes?: number;
  status: 200 | 201 | 202;
  output: z.ZodType;
  /**
   * A call with an Idempotency-Key is done once, and its first answer is stored for a day (`idempotent`). Whether it may say something of a
   * person: then it is emptied when somebody is deleted.
   */
  answerIsAbout?: "people" | "nobody";
  /** Headers of the response, besides those that every response has. */
  headersOut?: z.ZodObject;
  errors?: readonly ErrorCode[];
  /** Other statuses with a body of their own; one with a code is the error of that code, with more than every error has. */
  others?: readonly { status: 200 | 207 | 422; code?: ErrorCode; when: string; output: z.ZodType }[];
  /** When a code is returned and an example of its message, where that is more specific than the general description. */
  refusals?: Partial<Record<ErrorCode, { when: string; message: string }>>;
};

export const contract = <const C extends Contract>(described: C): C => described;

/**
 * What the browser knows of a contract: enough to call it, without the schemas. It is generated into the `endpoints.ts` beside the
 * contract, under the same name (decision 60).
 */
export type EndpointOf<C extends Contract> = Pick<C, "method" | "path" | ("waitsForOthers" & keyof C)> & {
  /** Never set: it carries the types of what is sent and answered. */
  contract?: C;
  /** A contract is no endpoint: it would bring its schemas into the browser. */
  output?: never;
};

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** An item of a batch: as it was sent, and validated, or the error that a call with it alone would be answered. */
export type Item<T> = { sent: unknown; input: T | AppError };

/** A file while it arrives; the name that a form gives it is known when it has. */
export type ArrivingFile = AsyncIterable<Uint8Array> & { fileName?: string | undefined };

/** What a handler gets, after validation. */
export type InputOf<C extends Contract> = {
  params: Parsed<C["params"]>;
  query: Parsed<C["query"]>;
  headers: Parsed<C["headers"]>;
  body: C["item"] extends z.ZodType ? { items: Item<z.output<C["item"]>>[] } : Parsed<C["body"]>;
  file: C["file"] extends true ? Uint8Array : undefined;
  /** Reads the body; to be called once. */
  pieces: C["fileInPieces"] extends true ? () => ArrivingFile : undefined;
};
/** What a caller sends: only the parts that the contract has. */
export type SentOf<C extends Contract> = {
  [Part in "params" | "query" | "body" as C[Part] extends z.ZodType ? Part : never]: Sent<C[Part]>;
};
/** What a handler returns. */
export type OutputOf<C extends Contract> = z.output<C["output"]>;
/** What arrives at the caller, as JSON. */
export type ReplyOf<C extends Contract> = z.input<C["output"]>;

// The schemas of output describe it for the reference. They do not validate it again, because the server made it.

/** UTC with milliseconds, as text on both sides: for times that the database wrote out. */
export const WireTime = z.string().meta({ format: "date-time", example: "2026-03-01T10:43:00.000Z" });

/** UTC with milliseconds on the wire, a Date inside. */
export const Time = z.codec(WireTime, z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** A moment that a list begins or ends at. */
export const Moment = SentTime.refine((at) => at.getTime() >= 0, { error: "must not be before 1970." });

const uuid = "0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10";

/** An id that we made. */
export const Uuid = z.string().meta({ format: "uuid", example: uuid });

/** "must be a string; you sent an array." `errorMessage` puts the field's name in front. */
export const mustBe = (what: string) => (issue: { input?: unknown }) => `must be ${what}; you sent ${kindOf(issue.input)}.`;

/** A refusal as it is stored, and sent to screens. Another version of the product may have written it, with another key. */
export const RefusalData = z.strictObject({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  field: z.string().optional(),
});

/** `"left" or "right"`: what `mustBe` says of a value that is one of these. */
export const oneOf = (values: readonly (string | null)[]): string =>
  new Intl.ListFormat("en-GB", { type: "disjunction" }).format(values.map((value) => JSON.stringify(value)));

/** A typed line; white space around it is removed before its length is checked. */
export const Trimmed = (max: number, min = 1) =>
  z
    .string({ error: mustBe("a string") })
    .transform((text) => text.trim())
    .pipe(Text(min, max));

/** A string of `min` to `max` Unicode code points. */
export const Text = (min: number, max: number) =>
  z
    .string({ error: mustBe("a string") })
    .superRefine((text, context) => {
      const problem = lengthProblem(text, min, max);
      if (problem) context.addIssue(issueOf(problem, text));
    })
    .meta({ minLength: min, maxLength: max, pattern: patterns.text });

/** A name, without invisible characters around it. */
export const Name = (max: number) =>
  z
    .string({ error: mustBe("a string") })
    .transform(trimmed)
    .pipe(Text(1, max));

/** An e-mail address, of a contact, a person or an account; what cannot be seen at its ends or in it is dropped. */
export const Email = Text(1, 254)
  .transform((text) => withoutHidden(text).trim())
  .refine((text) => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/u.test(text), refused("email"));

export const Id = z.uuid({ error: "must be an id as it was given to you." }).meta({ example: uuid });

export const EmptyObject = z.object({});

/** A page of a list. `next` is the `cursor` of the page after it, and null at the end. */
export const Page = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), next: z.string().nullable() });

/** The `next` of the page before; left out for the first page. */
export const Cursor = z.string().optional();

export const Role = z.enum(allRoles, { error: mustBe('"owner", "admin" or "agent"') });

/** The params of a workspace's endpoints: `/api/w/{workspace}/…`. */
export const InWorkspace = z.object({ workspace: z.string() });

export const Plan = z.enum(["free", "pro", "business"], { error: mustBe('"free", "pro" or "business"') });
export type Plan = z.output<typeof Plan>;
