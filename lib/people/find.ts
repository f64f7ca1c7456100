import { z } from "zod";
import type { Channel } from "@/lib/platform/db/client/enums";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { plannedAnew } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";

/** How a channel names a sender: by a phone that it verified, by its own ids, or by both. One of phone and `channelUserId` is there. */
type ChannelIds = {
  phone?: string | undefined;
  /** The id that stands for the user in one business portfolio. */
  channelUserId?: string | undefined;
  /** The id over all portfolios of a business. */
  parentUserId?: string | undefined;
};

type Anybody = { channel: Channel; name?: string | undefined; email?: string | undefined };
export type NamedByChannel = Anybody & { username?: string | undefined } & ChannelIds;
/** `userId` only when the website signed it; `typedPhone` and `email` are what they typed; `network` is a digest of where they write from. */
export type Visitor = Anybody & {
  visitorId: string;
  userId?: string | undefined;
  typedPhone?: string | undefined;
  network?: string | undefined;
};

/** The sender of a message, as the channel knows them. */
export type Sender = NamedByChannel | Visitor;
export const isVisitor = (sender: Sender): sender is Visitor => "visitorId" in sender;

export const Person = z.strictObject({
  id: z.uuid(),
  phone: z.string().nullable(),
  channelUserId: z.string().nullable(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  typedPhone: z.string().nullable(),
  contactUserId: z.string().nullable(),
  isBlocked: z.boolean(),
  /** The parent id of the sender is not known to be this person's. */
  isParentNew: z.boolean(),
  /** Found by an earlier phone or id, under which a message of that time arrived late. */
  isLate: z.boolean(),
});
export type Person = z.output<typeof Person>;

/** What identifies a sender or is saved with them; `typedPhone` and `username` identify nobody. */
export function identityOf(sender: Sender) {
  const { phone = null, channelUserId = null, parentUserId = null, username = null } = sender as Partial<NamedByChannel>;
  const { visitorId = null, typedPhone = null } = sender as Partial<Visitor>;
  return { phone, channelUserId, parentUserId, username, visitorId, typedPhone };
}

/** The names of a sender and when the message was sent, as SQL; `$1` is the workspace. */
type Names = { channel: string; phone: string; channelUserId: string; parentUserId: string; visitorId: string; at: string };

const formerly = (kind: string, value: string, { channel, at }: Names, rank: number): string => `
      union all select person_id, ${rank} from person_identity
        where workspace_id = $1::uuid and channel = ${channel} and kind = '${kind}' and value = ${value} and superseded_at >= ${at}`;

/** Each part is one look-up by a whole key, however little the database knows of its tables: nobody else of the workspace is read. */
const personOf = (names: Names): string => {
  const { channel, phone, channelUserId, parentUserId, visitorId } = names;
  return `
    select p.id, p.phone, p.channel_user_id as "channelUserId", p.name, p.username, p.email, p.typed_phone as "typedPhone",
      (select c.user_id from contact c where c.workspace_id = $1::uuid and c.id = p.contact_id) as "contactUserId",
      p.blocked_at is not null as "isBlocked",
      ${parentUserId} is not null and not exists (
        select from person_identity i
        where i.workspace_id = $1::uuid and i.channel = ${channel} and i.kind = 'parent_user_id'
          and i.value = ${parentUserId} and i.person_id = p.id and i.superseded_at is null
      ) as "isParentNew",
      f.rank > 3 as "isLate"
    from (
      select id, 1 as rank from person where workspace_id = $1::uuid and channel_user_id = ${channelUserId}
      union all select person_id, 2 from person_identity
        where workspace_id = $1::uuid and channel = ${channel} and kind = 'parent_user_id' and value = ${parentUserId}
          and superseded_at is null
      union all select id, 3 from person where workspace_id = $1::uuid and phone = ${phone}
      union all select id, 3 from person where workspace_id = $1::uuid and visitor_id = ${visitorId}
      ${formerly("user_id", channelUserId, names, 4)}${formerly("parent_user_id", parentUserId, names, 5)}${formerly("phone", phone, names, 6)}
    ) f
    cross join lateral (select * from person q where q.workspace_id = $1::uuid and q.id = f.id limit 1) p
    order by f.rank limit 1`;
};

/** `$2` phone, `$3` and `$4` the channel's ids, `$5` visitor, `$6` when, `$7` channel. */
const findStatement = statement({ row: Person })`${personOf({
  channel: "$7::channel",
  phone: "$2::text",
  channelUserId: "$3::text",
  parentUserId: "$4::text",
  visitorId: "$5::text",
  at: "$6::timestamptz",
})}`;

const FoundRow = Person.extend({ n: z.int() });

/** `$2` senders whom channels name, as JSON. */
export const findAllStatement = statement({ row: FoundRow })`
select s.n, found.*
from jsonb_to_recordset($2::jsonb) as s(n int, channel channel, phone text, "channelUserId" text, "parentUserId" text, at timestamptz)
cross join lateral (${personOf({ channel: "s.channel", phone: "s.phone", channelUserId: 's."channelUserId"', parentUserId: 's."parentUserId"', visitorId: "null", at: "s.at" })}
) found ${plannedAnew}`;

/**
 * The person behind a sender of a message that was sent at this time. The channel's own ids come before the phone, because a
 * number may get a new owner; for the same reason an earlier phone or id counts for messages from before its end only.
 */
export async function findPerson(on: Runner, workspaceId: string, sender: Sender, at: Date): Promise<Person | undefined> {
  const { phone, channelUserId, parentUserId, visitorId } = identityOf(sender);
  const [found] = await rows(on, findStatement)(workspaceId, phone, channelUserId, parentUserId, visitorId, at, sender.channel);
  return found;
}

/** The same for many senders whom channels name in one statement, in their order. */
export async function findPeople(
  on: Runner,
  workspaceId: string,
  senders: readonly { sender: Sender; at: Date }[],
): Promise<(Person | undefined)[]> {
  const list = senders.map(({ sender, at }, n) => ({ n, channel: sender.channel, ...identityOf(sender), at }));
  const found = await rows(on, findAllStatement)(workspaceId, JSON.stringify(list));
  const byPlace = new Map(found.map(({ n, ...person }) => [n, person]));
  return senders.map((_, n) => byPlace.get(n));
}

/** Whether a message carries details about its sender that are not saved yet. */
export function hasNewDetails(known: Person, sender: Sender): boolean {
  const { phone, channelUserId, username, typedPhone } = identityOf(sender);
  const differs = (sent: string | null | undefined, saved: string | null) => sent !== undefined && sent !== null && sent !== saved;
  const isNamedAnew = !known.isLate && (differs(phone, known.phone) || differs(channelUserId, known.channelUserId) || known.isParentNew);
  return (
    isNamedAnew ||
    differs(sender.name, known.name) ||
    differs(username, known.username) ||
    differs(sender.email, known.email) ||
    differs(typedPhone, known.typedPhone) ||
    (isVisitor(sender) && differs(sender.userId, known.contactUserId))
  );
}
