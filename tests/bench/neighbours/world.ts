import pg from "pg";
import { asRunning, type Cluster, startCluster } from "../../cluster/cluster";
import { newTeam, type Team } from "../../support/fixtures";
import { type GraphApi, startGraphApi } from "../../support/graph-api";
import type { Query } from "../../support/postgres";
import { newPhone } from "../../support/whatsapp";
import { type Desk, environmentFor, newWhatsAppDesk } from "../../support/whatsapp-desk";
import { load, type Turn } from "../load";
import { type Receiver, startReceiver } from "../receiver";
import { populate } from "../world";
import { type Aggressor, startAggressor } from "./aggressor-process";
import { remove } from "./clean";

export type Neighbour = { id: string; url: string; desk: Desk };

export type World = {
  cluster: Cluster;
  /** The addresses of the instances, with nothing in front of them. */
  urls: string[];
  graph: GraphApi;
  /** The companies' servers that get webhooks. */
  receiver: Receiver;
  aggressor: Aggressor;
  neighbours: Neighbour[];
  /** One connection, for what is written beforehand and what is looked up meanwhile. */
  query: Query;
  /** A number that no call before had. */
  next: () => number;
  stop: () => Promise<void>;
};

const instances = 2;
const neighboursCount = 6;
export const contactsEach = 10;
const chatsEach = 10;
/** Workspaces and calls that warm the server's code up, before anything is measured. */
const warmUp = { workspaces: 100, amount: 1_500, connections: 32 };

export async function startWorld(): Promise<World> {
  const [graph, receiver] = await Promise.all([startGraphApi(), startReceiver()]);
  const env = { ...environmentFor(graph), ACTIONS_ALLOW_ORIGINS: `${graph.origin},${receiver.origin}` };
  const cluster = await startCluster({ count: instances, env });
  const urls = cluster.instances.map(({ running }) => running.url);
  const client = new pg.Client({ connectionString: cluster.postgres.url });
  await client.connect();
  const query: Query = async <Row>(sql: string, values?: unknown[]) => (await client.query(sql, values)).rows as Row[];
  await heat(urls, query);
  const aggressor = startAggressor();
  const neighbours: Neighbour[] = [];
  const { operate } = cluster.running;
  for (let at = 0; at < neighboursCount; at += 1) neighbours.push(await newNeighbour(instanceUrl(cluster, at), { operate, query }));
  let calls = 0;
  return {
    ...{ cluster, urls, graph, receiver, aggressor, neighbours, query },
    next: () => calls++,
    stop: async () => {
      aggressor.stop();
      await client.end();
      for (const { running } of cluster.instances) await running.kill();
      await cluster.stop();
      graph.close();
      receiver.close();
    },
  };
}

export const instanceUrl = ({ instances: all }: Pick<Cluster, "instances">, at: number): string => all[at % all.length]?.running.url ?? "";

async function heat(urls: string[], query: Query): Promise<void> {
  const world = await populate(query, warmUp.workspaces);
  const turn: Turn = { next: 0 };
  for (const url of urls) for (const kind of ["event", "get", "put"] as const) await load(url, world, { kind, ...warmUp }, turn);
  await remove(
    { query, urls },
    world.workspaces.map(({ id }) => id),
  );
}

export const idOf = async (query: Query, { workspace }: Pick<Team, "workspace">): Promise<string> =>
  (await query<{ id: string }>("select id from workspace where slug = $1", [workspace]))[0]?.id ?? "";

type With = { operate: Team["operate"]; query: Query };

/** A small workspace: an agent, some chats, and contacts, of whom the first is in a WhatsApp chat that an agent may answer in. */
async function newNeighbour(url: string, { operate, query }: With): Promise<Neighbour> {
  const team = await newTeam(asRunning(url, operate));
  const desk = await newWhatsAppDesk(team);
  for (let at = 0; at < contactsEach; at += 1) {
    const phone = at === 0 ? desk.recipient : newPhone();
    await team.api("PUT", `/contacts/user_${at}`, { body: { name: `Ada ${at}`, phone } });
  }
  for (let at = 0; at < chatsEach; at += 1) await team.sendMessage({ channel: "whatsapp", phone: newPhone(), name: `Customer ${at}` });
  return { id: await idOf(query, team), url, desk };
}
