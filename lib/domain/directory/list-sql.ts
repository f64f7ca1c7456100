import { z } from "zod";

export const ListedRow = z.strictObject({
  id: z.uuid(),
  userId: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  openProblems: z.int(),
  /** 1970 for a contact that was never seen. */
  lastSeenAt: z.date(),
});

export const CountRow = z.strictObject({ count: z.int() });

/** What a list is restricted to, besides when a contact was seen. */
export type Condition =
  | { kind: "problems" }
  /** `digits`: those of the text, when it may be a phone. */
  | { kind: "text"; text: string; digits: string | null }
  | { kind: "attribute"; key: string; value: string };

/** How many contacts a condition may find to be the one by which they are looked up. */
export const maxFound = 1_000;

/** Adds a value to those of a statement, and returns its placeholder. */
type Value = (given: unknown, type: string) => string;

/** A statement with its values. */
type Query = [sql: string, ...values: unknown[]];

/** What begins with a text, in any case: a range of the index, whose operators compare bytes. */
const beginsWith = (column: string, text: string) =>
  `lower(${column}) ~>=~ lower(${text}) and lower(${column}) ~<~ (lower(${text}) || chr(1114111))`;

/** A phone has digits alone, after which letters sort in every collation. */
const phoneBegins = (digits: string) => `c.phone >= ${digits} and c.phone < ${digits} || 'a'`;

/** The columns in which a text is looked for, as conditions on the contact `c`. */
function textConditions({ text, digits }: Extract<Condition, { kind: "text" }>, value: Value): string[] {
  const typed = value(text, "text");
  const columns = ["c.name", "c.user_id", "c.email"].map((column) => beginsWith(column, typed));
  return digits === null ? columns : [...columns, phoneBegins(value(digits, "text"))];
}

function attributeCondition({ key, value: wanted }: Extract<Condition, { kind: "attribute" }>, value: Value): string {
  const [name, text] = [value(key, "text"), value(wanted, "text")];
  return `contact_facets(c.workspace_id, c.attributes) @> contact_facets($1::uuid, jsonb_build_object(${name}, ${text}))
    and c.attributes->>${name} = ${text}`;
}

/** The condition on a contact `c`. */
function conditionOn(condition: Condition, value: Value): string {
  switch (condition.kind) {
    case "problems":
      return "exists (select from problem o where o.workspace_id = c.workspace_id and o.owner_id = c.id and o.closed_at is null offset 0)";
    case "text":
      return `(${textConditions(condition, value).join(" or ")})`;
    case "attribute":
      return attributeCondition(condition, value);
  }
}

/** The ids that a condition alone finds, by an index, one more than `maxFound` at most; people without a contact among them. */
function foundBy(condition: Condition, value: Value): string {
  const limit = `limit ${maxFound + 1}`;
  switch (condition.kind) {
    case "problems":
      return `select distinct o.owner_id as id from problem o where o.workspace_id = $1::uuid and o.closed_at is null ${limit}`;
    case "text":
      return textConditions(condition, value)
        .map((one) => `(select c.id from contact c where c.workspace_id = $1::uuid and ${one} ${limit})`)
        .join(" union ");
    case "attribute":
      return `select c.id from contact c where c.workspace_id = $1::uuid and ${attributeCondition(condition, value)} ${limit}`;
  }
}

function valuesFrom(first: unknown[]): { values: unknown[]; value: Value } {
  const values = [...first];
  return { values, value: (given, type) => `$${values.push(given)}::${type}` };
}

/** How many contacts a condition alone finds, counted no further than needed. */
export function countQuery(workspaceId: string, condition: Condition): Query {
  const { values, value } = valuesFrom([workspaceId]);
  return [`select count(*)::int as count from (${foundBy(condition, value)}) found`, ...values];
}

const columns = `c.id, c.user_id as "userId", c.name, c.email, c.phone, a.last_seen_at as "lastSeenAt", (
  select count(*)::int from problem o where o.workspace_id = c.workspace_id and o.owner_id = c.id and o.closed_at is null
) as "openProblems"`;

type Paging = { after: { at: Date; id: string }; since: Date; limit: number };

/**
 * A page of contacts, the last seen first. `by` is the condition that finds few of them: then they are looked up by its index, and
 * sorted. Without one the list is read in its order, and most contacts of it belong to the page. The planner cannot know which is
 * better for a value, so the subqueries with `offset 0` leave it no choice.
 */
export function listQuery(workspaceId: string, { by, conditions }: { by: Condition | null; conditions: Condition[] }, page: Paging): Query {
  const { values, value } = valuesFrom([workspaceId, page.after.at, page.after.id, page.since, page.limit]);
  const found = by && foundBy(by, value);
  const rest = conditions.filter((condition) => condition !== by).map((condition) => ` and ${conditionOn(condition, value)}`);
  const bounds = "(a.last_seen_at, a.contact_id) < ($2::timestamptz, $3::uuid) and a.last_seen_at >= $4::timestamptz";
  const seen = found
    ? `(${found}) f cross join lateral (
  select a.* from contact_activity a where a.workspace_id = $1::uuid and a.contact_id = f.id and ${bounds} offset 0
) a`
    : "contact_activity a";
  const sql = `
select ${columns}
from ${seen}
cross join lateral (
  select c.* from contact c where c.workspace_id = $1::uuid and c.id = a.contact_id and c.deleted_at is null offset 0
) c
where a.workspace_id = $1::uuid and ${bounds}${rest.join("")}
order by a.last_seen_at desc, a.contact_id desc limit $5::int`;
  return [sql, ...values];
}
