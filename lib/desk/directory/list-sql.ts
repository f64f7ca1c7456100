import { z } from "zod";
import { TagsColumn, tagsOfContact } from "@/lib/chats/tagging/sql";
import { isOpen, openProblemsOf, ownersWithOpenProblem } from "@/lib/context/problems/sql";
import { ListedColumn, listedOf } from "@/lib/people/attribute-display/sql";
import { withVariants } from "@/lib/people/shared/phone-variants";
import type { TypedPhone } from "@/lib/people/shared/typed-phone";
import { type Statement, statement } from "@/lib/platform/db/statement";

export const ListedRow = z.strictObject({
  id: z.uuid(),
  userId: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  attribute: ListedColumn,
  tags: TagsColumn,
  openProblems: z.int(),
  /** 1970 for a contact that was never seen. */
  lastSeenAt: z.date(),
  /** False for a contact that is there only because it is the last one read. */
  isFound: z.boolean(),
  /** The last one read: the next page goes on after it. */
  isEnd: z.boolean(),
});

export const CountRow = z.strictObject({ count: z.int() });

/** What a list is restricted to, besides when a contact was seen. */
export type Condition =
  | { kind: "problems" }
  /** `phone`: the text as one, when it may be one. */
  | { kind: "text"; text: string; phone: TypedPhone | null }
  /** Exactly this address, in lower case. */
  | { kind: "email"; key: string }
  /** Exactly this phone, in either of its forms. */
  | { kind: "phone"; phone: string }
  | { kind: "attribute"; key: string; value: string }
  | { kind: "tag"; id: string };

/** How many contacts a condition may find to be the one by which they are looked up. */
export const maxFound = 1_000;
/** How many contacts a page of the list reads when no condition finds few: then it may be short, or empty, and the next one goes on. */
export const maxRead = 5_000;

/** Adds a value to those of a statement, and returns its placeholder. */
export type Value = (given: unknown, type: string) => string;

/** A statement with its values. */
export type Query<S extends z.ZodType> = [sql: Statement<S>, ...values: unknown[]];

/** What begins with a text, in any case: a range of the index, whose operators compare bytes. */
const beginsWith = (column: string, text: string) =>
  `lower(${column}) ~>=~ lower(${text}) and lower(${column}) ~<~ (lower(${text}) || chr(1114111))`;

/** A phone has digits alone, after which letters sort in every collation. */
const phoneBegins = (digits: string) => `c.phone >= ${digits} and c.phone < ${digits} || 'a'`;

type Text = Extract<Condition, { kind: "text" }>;
/** How the columns are looked up, each no further than the limit. */
type Branches = { limit: string; join: "union" | "union all" };

/** The columns that begin with a text, as conditions on the contact `c`. */
function beginnings({ text, phone }: Text, value: Value): string[] {
  const typed = value(text, "text");
  const columns = ["c.name", "c.user_id", "c.email"].map((column) => beginsWith(column, typed));
  return phone ? [...columns, ...withVariants([phone.digits]).map((digits) => phoneBegins(value(digits, "text")))] : columns;
}

/** A phone behind its country, which has one to three digits; in the text of the search it follows a space. */
const afterCountry = (column: string, { digits }: TypedPhone, value: Value, before = ""): string =>
  `${column} like any (${value(
    ["_", "__", "___"].map((country) => `${before}${country}${digits}%`),
    "text[]",
  )})`;

function textCondition(text: Text, value: Value): string {
  const { phone } = text;
  const alias = `exists (
    select from contact m where m.workspace_id = c.workspace_id and m.merged_into_id = c.id and ${beginsWith("m.user_id", value(text.text, "text"))}
  )`;
  const all = [...beginnings(text, value), ...(phone?.isWithoutCountry ? [afterCountry("c.phone", phone, value)] : []), alias];
  return `(${all.join(" or ")})`;
}

/** No index of contacts has their phones without the country, but that of the search does. */
function textFoundBy(text: Text, value: Value, { limit, join }: Branches): string {
  const { phone } = text;
  const found = beginnings(text, value).map(
    (one) => `(select coalesce(c.merged_into_id, c.id) as id from contact c where c.workspace_id = $1::uuid and ${one} ${limit})`,
  );
  if (!phone?.isWithoutCountry) return found.join(` ${join} `);
  const indexed = afterCountry("s.search_text", phone, value, "% ");
  return [...found, `(select s.id from search_person s where s.workspace_id = $1::uuid and ${indexed} ${limit})`].join(` ${join} `);
}

/** The condition on a contact `c`. */
export function conditionOn(condition: Condition, value: Value): string {
  switch (condition.kind) {
    case "problems":
      return `exists (select from problem o where o.workspace_id = c.workspace_id and o.owner_id = c.id and ${isOpen("o")} offset 0)`;
    case "text":
      return textCondition(condition, value);
    case "email":
      return `c.email_key = ${value(condition.key, "text")}`;
    case "phone":
      return `c.phone = any(${value(withVariants([condition.phone]), "text[]")})`;
    case "attribute":
      return `c.attributes->>${value(condition.key, "text")} = ${value(condition.value, "text")}`;
    case "tag":
      return `exists (select from contact_tag h where h.workspace_id = c.workspace_id and h.contact_id = c.id and h.tag_id = ${value(condition.id, "uuid")})`;
  }
}

/**
 * The ids that a condition alone finds, by an index, one more than `maxFound` at most; people without a contact among them, and contacts that
 * are similar. With `union all` one may be among them several times.
 */
export function foundBy(condition: Condition, value: Value, join: Branches["join"] = "union"): string {
  const limit = `limit ${maxFound + 1}`;
  switch (condition.kind) {
    case "problems":
      return `select t.owner_id as id from (${ownersWithOpenProblem(maxFound + 1)}) t`;
    case "text":
      return textFoundBy(condition, value, { limit, join });
    case "email":
    case "phone":
      return `select c.id from contact c where c.workspace_id = $1::uuid and ${conditionOn(condition, value)} ${limit}`;
    case "attribute":
      return `select f.contact_id as id from contact_facet f where f.workspace_id = $1::uuid and f.facets @>
        contact_facets($1::uuid, jsonb_build_object(${value(condition.key, "text")}, ${value(condition.value, "text")})) ${limit}`;
    case "tag":
      return `select h.contact_id as id from contact_tag h where h.workspace_id = $1::uuid and h.tag_id = ${value(condition.id, "uuid")} ${limit}`;
  }
}

export function valuesFrom(first: unknown[]): { values: unknown[]; value: Value } {
  const values = [...first];
  return { values, value: (given, type) => `$${values.push(given)}::${type}` };
}

/**
 * How many contacts a condition alone finds, counted no further than needed. One that is found several times counts as often: a column that
 * was read no further than its limit has to exceed it, also when aliases of one contact are among its rows.
 */
export function countQuery(workspaceId: string, condition: Condition): Query<typeof CountRow> {
  const { values, value } = valuesFrom([workspaceId]);
  return [statement({ row: CountRow })`select count(*)::int as count from (${foundBy(condition, value, "union all")}) found`, ...values];
}

const columns = `c.id, c.user_id as "userId", c.name, c.email, c.phone, ${listedOf("c.workspace_id", "c.attributes")} as attribute, ${tagsOfContact("c")} as tags, a.last_seen_at as "lastSeenAt",
  ${openProblemsOf("c.workspace_id", "c.id")} as "openProblems"`;

type Paging = { after: { at: Date; id: string }; since: Date; limit: number };

const newestFirst = "order by a.last_seen_at desc, a.contact_id desc";

/**
 * A page of contacts, the last seen first. `by` is the condition that finds few of them: then they are looked up by its index, and
 * sorted. Without one the list is read in its order, no further than `maxRead`, and most contacts of it belong to the page. The planner
 * cannot know which is better for a value, so the subqueries with `offset 0` leave it no choice.
 */
export function listQuery(
  workspaceId: string,
  { by, conditions }: { by: Condition | null; conditions: Condition[] },
  page: Paging,
): Query<typeof ListedRow> {
  const { values, value } = valuesFrom([workspaceId, page.after.at, page.after.id, page.since, page.limit]);
  const bounds = "(a.last_seen_at, a.contact_id) < ($2::timestamptz, $3::uuid) and a.last_seen_at >= $4::timestamptz";
  const inOrder = `(
  select a.*, row_number() over (${newestFirst}) as place from contact_activity a where a.workspace_id = $1::uuid and ${bounds}
  ${newestFirst} limit ${conditions.length > 0 ? maxRead : "$5::int"}
) a`;
  const lookedUp = (found: string) => `(${found}) f cross join lateral (
  select a.*, 0 as place from contact_activity a where a.workspace_id = $1::uuid and a.contact_id = f.id and ${bounds} offset 0
) a`;
  const read = by ? lookedUp(foundBy(by, value)) : inOrder;
  // Two attributes may have one number, and the search has more numbers than the phone, so these are compared in any case.
  const rest = conditions.filter((condition) => condition !== by || condition.kind !== "problems");
  const isFound = rest.map((condition) => conditionOn(condition, value)).join(" and ") || "true";
  const isEnd = `a.place = ${maxRead}`;
  const sql = statement({ row: ListedRow })`
select ${columns}, c.is_found as "isFound", ${isEnd} as "isEnd"
from ${read}
cross join lateral (
  select c.*, coalesce(${isFound}, false) as is_found from contact c
  where c.workspace_id = $1::uuid and c.id = a.contact_id and c.deleted_at is null offset 0
) c
where c.is_found or ${isEnd}
${newestFirst} limit $5::int`;
  return [sql, ...values];
}
