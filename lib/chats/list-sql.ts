import { z } from "zod";
import { newestProblemOf, openProblemsOf, ownersOfRecentProblems, ownersWithOpenProblem } from "@/lib/context/problems/sql";
import { ListedColumn, listedOf } from "@/lib/people/attribute-display/sql";
import { statement } from "@/lib/platform/db/statement";
import { ChatSummary, type View } from "./contract";
import { Newest } from "./item";
import { personColumns, personShape } from "./sql";
import { tagsOf } from "./tagging/sql";

const { status, unread, openProblems, newestProblem, isMentioned, tags } = ChatSummary.shape;

const chat = {
  ...personShape,
  id: z.uuid(),
  status,
  personId: z.uuid(),
  contactId: z.uuid().nullable(),
  lastSeq: z.int(),
  lastItemAt: z.date(),
  contactName: z.string().nullable(),
  attribute: ListedColumn,
  openProblems,
  newestProblem: newestProblem.unwrap(),
  unread,
  assignee: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  snoozedUntil: z.date().nullable(),
  tags: z.array(tags.element.strict()),
  isMentioned,
  isFirst: z.boolean(),
  lastMessage: Newest.nullable(),
};
const counts = z.strictObject({ mine: z.int(), unassigned: z.int(), problems: z.int(), mentions: z.int(), unread: z.int() });
const noChat = Object.fromEntries(Object.keys(chat).map((name) => [name, z.null()])) as { [Name in keyof typeof chat]: z.ZodNull };

/** A chat in the list, with the counts above it; of an empty list, only these. */
const ListedRow = z.union([z.strictObject({ ...chat, counts }), z.strictObject({ ...noChat, counts })]);

/** How many open problems the person `p` has: those of their contact, or their own without one. */
const openCount = openProblemsOf("p.workspace_id", "coalesce(p.contact_id, p.id)");
const newestProblemName = newestProblemOf("p.workspace_id", "coalesce(p.contact_id, p.id)");

const isAwake = "(c.snoozed_until is null or c.snoozed_until <= $3::timestamptz)";

/** `$1` workspace, `$2` account, `$3` now; `c` is the chat and `p` its person. */
const belongsTo: Record<View, string> = {
  open: `c.status = 'open' and ${isAwake}`,
  mine: `c.status = 'open' and c.assignee_id = $2::uuid and ${isAwake}`,
  unassigned: `c.status = 'open' and c.assignee_id is null and ${isAwake}`,
  problems: `${openCount} > 0`,
  snoozed: "c.status = 'open' and c.snoozed_until is not null and c.snoozed_until > $3::timestamptz",
  closed: "c.status = 'closed'",
  // An array, so that the chats are found by it: as a subquery every chat of the workspace would be compared with it.
  mentions: "c.id = any(array(select m.chat_id from mention m where m.workspace_id = $1::uuid and m.account_id = $2::uuid))",
};

/** As the partial index of these items says it: neither cards of info events nor changes. */
export const isPreviewed = (i: string) =>
  `(${i}.kind in ('message', 'action') or (${i}.kind = 'note' and ${i}.author <> 'system')
    or (${i}.kind = 'card' and ${i}.data->>'level' = 'problem'))`;

/** The columns of a chat `c` in the list, and what they are computed from: each by an index, for this row alone. */
const columns = `c.id, c.status::text as status, c.last_seq as "lastSeq", c.last_item_at as "lastItemAt", ${personColumns}, p.id as "personId", p.contact_id as "contactId",
  k.name as "contactName", ${listedOf("k.workspace_id", "k.attributes")} as attribute,
  ${openCount} as "openProblems", ${newestProblemName} as "newestProblem", u.unread,
  (select json_build_object('id', a.id, 'name', a.name) from member m join account a on a.id = m.account_id
    where m.workspace_id = c.workspace_id and m.account_id = c.assignee_id) as assignee,
  case when c.status = 'open' and c.snoozed_until > $3::timestamptz then c.snoozed_until end as "snoozedUntil",
  ${tagsOf("c")} as tags, coalesce(m.seq > coalesce(r.seq, 0), false) as "isMentioned",
  case when i.seq is not null then json_build_object('kind', i.kind, 'author', i.author, 'authorName', i.author_name,
    'isMine', coalesce(i.account_id = $2::uuid, false), 'text', i.text, 'data', i.data) end as "lastMessage"`;

/** The last message of one side in the chat `c`: each side has an index of its own, so that thousands of other items are not read. */
const lastMessageOf = (author: "customer" | "agent") => `(
    select i.seq, i.kind, i.author, i.account_id, i.author_name, i.text, i.data from chat_item i
    where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.kind = 'message' and i.author = '${author}' order by i.seq desc limit 1
  )`;

const sources = `
chat c
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
left join contact k on k.workspace_id = p.workspace_id and k.id = p.contact_id
left join chat_read r on r.workspace_id = c.workspace_id and r.account_id = $2::uuid and r.chat_id = c.id
left join mention m on m.workspace_id = c.workspace_id and m.account_id = $2::uuid and m.chat_id = c.id
left join lateral (
  select s.* from (${lastMessageOf("customer")} union all ${lastMessageOf("agent")}) s order by s.seq desc limit 1
) i on true
left join lateral (
  select w.seq from chat_item w
  where w.workspace_id = c.workspace_id and w.chat_id = c.id and w.kind = 'message' and w.author = 'agent' order by w.seq desc limit 1
) w on true
cross join lateral (
  select count(*)::int as unread from (
    select from chat_item n
    where n.workspace_id = c.workspace_id and n.chat_id = c.id and n.seq > greatest(r.seq, w.seq, 0)
      and ${isPreviewed("n")} and n.kind = 'message' and n.author = 'customer'
    limit 99
  ) few
) u`;

const isTagged = "c.id in (select h.chat_id from chat_tag h where h.workspace_id = $1::uuid and h.tag_id = $5::uuid)";

/** With more owners of open problems than this, it is quicker to look at the open chats in their order: many of them have one. */
const maxOwners = 1_000;

/** Closed chats are many, and few of them have an open problem: they are found by the owners of so many problems, the last that began. */
const maxRecent = 5_000;

const owners = ownersWithOpenProblem(maxOwners + 1);

const isChatOf = (owners: string) => `c.person_id = any(array(
    select q.id from (${owners}) t
    join person q on q.workspace_id = $1::uuid and (q.contact_id = t.owner_id or (q.id = t.owner_id and q.contact_id is null))
  ))`;

/** Whether the workspace's open problems are of few, so that their chats are found by them. Decided once, before any chat is read. */
const areFew = `(select count(*) <= ${maxOwners} from (${owners}) t)`;

/** The ways to chats of any state with an open problem; where one is taken, the condition of the other is false before it reads anything. */
const waysToProblems = [
  `${areFew} and ${isChatOf(owners)}`,
  `not ${areFew} and c.status = 'open' and ${belongsTo.problems}`,
  `not ${areFew} and c.status = 'closed' and ${isChatOf(ownersOfRecentProblems(maxRecent))}`,
];

type Part = { where: string; limit?: string; first?: string };

/** The ids of chats with an open problem, found before anything else of a chat is read: somebody may have very many closed ones. */
const idsWithProblem = ({ where, limit = "" }: Part) => `
    select ids.id from (${waysToProblems
      .map(
        (way) => `
      (select c.id, c.last_item_at from chat c join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
      where c.workspace_id = $1::uuid and ${way} and ${where}
      order by c.last_item_at desc, c.id desc ${limit})`,
      )
      .join(" union all")}
    ) ids order by ids.last_item_at desc, ids.id desc ${limit}`;

/** `hasFirst`: customers who wait and have an open problem come first. */
type Listing = { view: View; hasTag: boolean; hasFirst?: boolean };

/** The last message `i` is the customer's. */
const isFirst = `coalesce(i.author = 'customer', false) and ${openCount} > 0`;

/** The first page, or the one behind a row: by a condition that the index can begin at. */
const isBehind = {
  first: "$6::timestamptz is null and $7::uuid is null",
  next: "(c.last_item_at, c.id) < ($6::timestamptz, $7::uuid)",
} as const;

const maxCount = 1_000;
/** The tab's title says no more than "99+". */
const maxUnread = 100;

/** Chats of the agent and of nobody in which the customer's last message was neither read nor answered; of those that moved last. */
const unreadChats = `
    select from (
      select c.workspace_id, c.id, c.last_seq from chat c
      where c.workspace_id = $1::uuid and ${belongsTo.open} and (c.assignee_id is null or c.assignee_id = $2::uuid)
      order by c.last_item_at desc limit ${maxCount}
    ) c
    left join chat_read r on r.workspace_id = c.workspace_id and r.account_id = $2::uuid and r.chat_id = c.id
    cross join lateral (
      select n.seq from chat_item n
      where n.workspace_id = c.workspace_id and n.chat_id = c.id and n.kind = 'message' and n.author = 'customer' order by n.seq desc limit 1
    ) last
    where c.last_seq > coalesce(r.seq, 0) and last.seq > coalesce(r.seq, 0) and not exists (
        select from chat_item w
        where w.workspace_id = c.workspace_id and w.chat_id = c.id and w.kind = 'message' and w.author = 'agent' and w.seq > last.seq
      )
    limit ${maxUnread}`;

/** `$1` workspace, `$2` account, `$3` now. */
export const countsStatement = `
select
  (select count(*)::int from (select from chat c where c.workspace_id = $1::uuid and ${belongsTo.mine} limit ${maxCount}) few) as mine,
  (select count(*)::int from (select from chat c where c.workspace_id = $1::uuid and ${belongsTo.unassigned} limit ${maxCount}) few) as unassigned,
  (select count(*)::int from (${idsWithProblem({ where: "true", limit: `limit ${maxCount}` })}
  ) few) as problems,
  (select count(*)::int from (
    select from mention m
    left join chat_read r on r.workspace_id = m.workspace_id and r.account_id = m.account_id and r.chat_id = m.chat_id
    where m.workspace_id = $1::uuid and m.account_id = $2::uuid and m.seq > coalesce(r.seq, 0) limit ${maxCount}
  ) few) as mentions,
  (select count(*)::int from (${unreadChats}
  ) few) as unread
`;

/** The chats of a part of a listing, newest activity first. */
function listed({ view, hasTag, hasFirst }: Listing, { where, limit = "", first = hasFirst ? isFirst : "false" }: Part): string {
  const all = `($4::text is null or p.channel::text = $4::text) and ${hasTag ? isTagged : "$5::uuid is null"} and ${where}`;
  return `
  (select ${columns}, ${first} as "isFirst"
  from ${sources}
  where c.workspace_id = $1::uuid and ${view === "problems" ? `c.id = any(array(${idsWithProblem({ where: all, limit })}))` : `${belongsTo[view]} and ${all}`}
  order by c.last_item_at desc, c.id desc ${limit})`;
}

/** The counts are on every row; without a chat, there is one row that has only them. */
const withCounts = (chats: string) => statement({ row: ListedRow })`
select l.*, row_to_json(n) as counts
from (${countsStatement}) n left join (${chats}
) l on true
order by l."isFirst" desc, l."lastItemAt" desc, l.id desc
`;

/**
 * One statement a view, with and without a tag, so that each can follow the index of its order, or that of the tag. `$1` workspace,
 * `$2` account, `$3` now, `$4` channel or null, `$5` tag or null, `$6` and `$7` the last row's time and id or null, `$8` how many.
 */
export function listStatement(listing: Listing, page: "first" | "next") {
  const limit = "limit $8::int";
  if (!listing.hasFirst) return withCounts(listed(listing, { where: isBehind[page], limit }));
  // The first ones and the others are read apart, each by its index; `$9` whether the last row was one of the first.
  const [isAmongFirst, behind] = ["$9::boolean", isBehind[page]];
  const first = listed(listing, {
    first: "true",
    where: `${isFirst} and ${page === "first" ? behind : `${isAmongFirst} and ${behind}`}`,
    limit,
  });
  const others = page === "first" ? `not ${isAmongFirst} and ${behind}` : `(${isAmongFirst} or ${behind})`;
  return withCounts(`${first}\n  union all${listed(listing, { first: "false", where: `not (${isFirst}) and ${others}`, limit })}`);
}

/** The same for chats that the caller knows: `$6` their ids. */
export const listedStatement = (listing: Listing) => withCounts(listed(listing, { where: "c.id = any($6::uuid[])" }));
