import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { test } from "@playwright/test";
import { onBehalfOf } from "@/lib/platform/db/on-behalf";
import { forNone } from "@/lib/platform/db/places";
import { FairPool } from "@/lib/platform/db/pool";
import { variablesOf } from "@/lib/platform/env";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";

const [places, waiting] = [7, 200];

test("200 statements of one workspace wait for a connection at most; what comes behind them is refused, and others are not", async () => {
  runtime.env = { ...variablesOf({}), SECRET_KEY: "0".repeat(64), NEXTAUTH_SECRET: "1".repeat(64) };
  // A database that accepts connections and says nothing.
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on("error", () => {}))).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const pool = new FairPool({ host: "127.0.0.1", port, user: "nobody", max: 10, connectionTimeoutMillis: 60_000 });
  const refused: string[] = [];
  const ask = (workspace: string) =>
    onBehalfOf(workspace, () => pool.connect()).then(
      (client) => client.release(),
      (error: Error) => refused.push(`${workspace}: ${error.message}`),
    );
  const asked = Array.from({ length: places + waiting }, () => ask("a"));
  await turn();
  expect([pool.use().in_use, pool.waiting, refused.length]).toEqual([places, waiting, 0]);
  for (const workspace of ["a", "b", forNone, "a"]) asked.push(ask(workspace));
  await turn();
  const refusal = "a: Too many requests are waiting for the database. Try again shortly.";
  expect(refused).toEqual([refusal, refusal]);
  expect([pool.use().in_use, pool.waiting]).toEqual([places + 2, waiting]);
  silent.close();
  for (const socket of sockets) socket.destroy();
  await Promise.all(asked);
  expect([pool.use().in_use, pool.waiting]).toEqual([0, 0]);
  delete runtime.env;
});
