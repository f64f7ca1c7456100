import type { SharedCall, SingleCall } from "./costs";

/** Workspaces of one kind, each of them on an average day. */
export type Kind = {
  name: string;
  /** Share of all workspaces. */
  share: number;
  events: number;
  contactsRead: number;
  contactsWritten: number;
  customerMessages: number;
  agentMessages: number;
  /** Visible screens of agents at the busiest time. */
  screens: number;
  /** Contacts and chats that are there. */
  contacts: number;
  chats: number;
};

export type Load = {
  kinds: readonly Kind[];
  /** The busiest minutes against the average of a day. */
  peakFactor: number;
  /** Share of the events that become a card in a chat. */
  inChats: number;
  /** What the agent of a screen does in an hour. */
  chatsOpenedPerHour: number;
  searchesPerHour: number;
  listsPerHour: number;
  eventsKeptDays: number;
  /** Messages are kept for good: the size of the disk is that after so many days. */
  itemsKeptDays: number;
};

export const load: Load = {
  kinds: [
    {
      name: "small",
      share: 0.9,
      events: 500,
      contactsRead: 200,
      contactsWritten: 100,
      customerMessages: 20,
      agentMessages: 20,
      screens: 1.5,
      contacts: 2_000,
      chats: 400,
    },
    {
      name: "medium",
      share: 0.09,
      events: 10_000,
      contactsRead: 2_000,
      contactsWritten: 2_000,
      customerMessages: 300,
      agentMessages: 300,
      screens: 8,
      contacts: 50_000,
      chats: 10_000,
    },
    {
      name: "large",
      share: 0.01,
      events: 60_000,
      contactsRead: 12_000,
      contactsWritten: 6_000,
      customerMessages: 2_000,
      agentMessages: 2_000,
      screens: 40,
      contacts: 500_000,
      chats: 100_000,
    },
  ],
  peakFactor: 4,
  inChats: 0.2,
  chatsOpenedPerHour: 20,
  searchesPerHour: 6,
  listsPerHour: 4,
  eventsKeptDays: 365,
  itemsKeptDays: 730,
};

/** What happens in a second. */
export type Rates = {
  shared: Record<SharedCall, number>;
  calls: Record<SingleCall, number>;
  /** Open ones, not in a second. */
  streams: number;
  notifications: number;
  /** Notifications in streams: each goes to every screen of its workspace. */
  frames: number;
};

export type Measures = {
  /** Events, and reads and writes of contacts, share statements. */
  batching: boolean;
  /** A notification has what is new in it. */
  itemsInNotifications: boolean;
  /** Lists and searches are read from a standby. */
  replica: boolean;
  /** Nodes of Citus where one PostgreSQL is too small. */
  citus: boolean;
  /** How often a screen reads its list at most because somebody changed who is not on it. */
  othersEverySeconds: number;
  /** How often an open screen reads its list, chat and panel although nothing happened. */
  tickSeconds: number;
};

export const today: Measures = {
  batching: true,
  itemsInNotifications: true,
  replica: true,
  citus: true,
  othersEverySeconds: 10,
  tickSeconds: 15,
};

const daySeconds = 24 * 60 * 60;
const hourSeconds = 60 * 60;
/** A screen reads the rows of changed chats at most so often (lib/chats/browser/store/list-updates.ts). */
const chatsEverySeconds = 0.25;

/** How often something runs that is asked for `perSecond` times, and rests for `every` seconds after each time. */
const throttled = (perSecond: number, every: number): number => perSecond / (1 + perSecond * every);

/** What one workspace of the kind does in a second of the busiest time. */
export function ratesOfOne(kind: Kind, load: Load, { itemsInNotifications, othersEverySeconds, tickSeconds }: Measures): Rates {
  const atPeak = (perDay: number) => (perDay * load.peakFactor) / daySeconds;
  const events = atPeak(kind.events);
  const written = atPeak(kind.contactsWritten);
  const messages = atPeak(kind.customerMessages + kind.agentMessages);
  const inChats = events * load.inChats + messages;
  const notifications = events + written + messages;
  const ticks = kind.screens / tickSeconds;
  const opened = (kind.screens * load.chatsOpenedPerHour) / hourSeconds;
  const others = notifications - inChats;
  return {
    shared: { event: events, get: atPeak(kind.contactsRead), put: written },
    calls: {
      chatList: ticks + kind.screens * throttled(others, othersEverySeconds),
      chatRows: kind.screens * throttled(inChats, chatsEverySeconds),
      // Where something happens in a chat, one screen shows it.
      newItems: ticks + opened + (itemsInNotifications ? 0 : inChats),
      panel: ticks + opened + inChats,
      contactList: (kind.screens * load.listsPerHour) / hourSeconds,
      search: (kind.screens * load.searchesPerHour) / hourSeconds,
      customerMessage: atPeak(kind.customerMessages),
      agentMessage: atPeak(kind.agentMessages),
    },
    streams: kind.screens,
    notifications,
    frames: notifications * kind.screens,
  };
}

const scaled = <Key extends string>(all: Record<Key, number>, by: number): Record<Key, number> =>
  Object.fromEntries(Object.entries<number>(all).map(([name, value]) => [name, value * by])) as Record<Key, number>;

export const times = (rates: Rates, by: number): Rates => ({
  shared: scaled(rates.shared, by),
  calls: scaled(rates.calls, by),
  streams: rates.streams * by,
  notifications: rates.notifications * by,
  frames: rates.frames * by,
});

const added = <Key extends string>(a: Record<Key, number>, b: Record<Key, number>): Record<Key, number> =>
  Object.fromEntries(Object.keys(a).map((name) => [name, a[name as Key] + b[name as Key]])) as Record<Key, number>;

const plus = (a: Rates, b: Rates): Rates => ({
  shared: added(a.shared, b.shared),
  calls: added(a.calls, b.calls),
  streams: a.streams + b.streams,
  notifications: a.notifications + b.notifications,
  frames: a.frames + b.frames,
});

export const ratesOf = (workspaces: number, of: Load, measures: Measures): Rates =>
  of.kinds.map((kind) => times(ratesOfOne(kind, of, measures), kind.share * workspaces)).reduce(plus);

export const callsOf = ({ shared, calls }: Rates): number =>
  [...Object.values(shared), ...Object.values(calls)].reduce((sum, rate) => sum + rate, 0);
