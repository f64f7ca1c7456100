import { readFileSync } from "node:fs";
import { startPostgres } from "../support/postgres";
import { type Running, startServer } from "../support/server";
import { unlimited } from "../support/unlimited";
import { newDesks } from "./desk";
import { checkLedger, load, type Turn } from "./load";
import { connections, round, say } from "./print";
import { openStream } from "./streams";
import { connected, eventsIn, populate } from "./world";

const step = 50_000;
const events = Number(process.env["EVENTS"] ?? 1_000_000);
const streams = 1_000;

const megabytesOf = ({ pid }: Running): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;

/** The server's memory while a million events come in, and with a thousand open streams. */
export async function memory(): Promise<void> {
  const cluster = await startPostgres();
  const env = { DATABASE_URL: cluster.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64) };
  const server = await startServer({ env, nodeArgs: unlimited });
  const turn: Turn = { next: 0 };
  try {
    const world = await connected(cluster.url, (query) => populate(query, 1_500));
    const before = await eventsIn(cluster.url);
    say("\n### Memory of the server while events come in\n");
    say("| events | resident MB |");
    say("|---|---|");
    let [ok, sent, early] = [0, 0, 0];
    for (let done = 0; done < events; done += step) {
      const result = await load(server.url, world, { kind: "event", connections, amount: step }, turn);
      if (result.other > 0) throw new Error(`${result.other} requests were not answered as they should:\n${server.output()}`);
      ok += result.ok;
      sent += result.sent;
      const megabytes = megabytesOf(server);
      if (done + step === 100_000) early = megabytes;
      if ((done + step) % 100_000 === 0) say(`| ${done + step} | ${round(megabytes, 0)} |`);
    }
    checkLedger({ ok, sent, stored: (await eventsIn(cluster.url)) - before });
    say(`\nAt the end against after 100,000: **${round(megabytesOf(server) / early)}**`);
    const idle = megabytesOf(server);
    const [desk] = await newDesks(server, env, ["memory"]);
    if (!desk) throw new Error("There is no workspace to measure.");
    const closers = await Promise.all(Array.from({ length: streams }, () => openStream(server.url, desk)));
    say(`${streams} open streams: ${round(((megabytesOf(server) - idle) * 1024) / streams, 0)} KB each`);
    for (const close of closers) close();
  } finally {
    await server.kill();
    await cluster.stop();
  }
}
