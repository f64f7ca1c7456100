import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chooseReceiverPorts } from "./receiver-ports";
import { operatorOf, type Running, startServer } from "./server";

const variable = "BESIDE_TEST_SERVER";

type Shared = Pick<Running, "url" | "dataDir" | "pid">;

/**
 * Offers the workers of a run one server, which starts when the first of them asks: a start costs as much as thirty tests, and a
 * script is compiled once instead of once a worker. Returns the function that stops it.
 */
export async function offerServer(): Promise<() => Promise<void>> {
  const origins = await chooseReceiverPorts();
  let started: Promise<Running> | undefined;
  const start = () => startServer({ env: { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: origins }, isLasting: true });
  const office = createServer(async (_request, response) => {
    started ??= start();
    try {
      const { url, dataDir, pid } = await started;
      response.end(JSON.stringify({ url, dataDir, pid } satisfies Shared));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => office.listen(0, "127.0.0.1", resolve));
  process.env[variable] = `http://127.0.0.1:${(office.address() as AddressInfo).port}`;
  return async () => {
    office.closeAllConnections();
    office.close();
    const server = await started?.catch(() => undefined);
    await server?.stop();
  };
}

function missing(what: string): never {
  throw new Error(`A server that other tests use, too, has no ${what} for one of them: start one with startServer.`);
}

const notShared = { output: () => missing("output"), stop: () => missing("end"), kill: () => missing("end") };

/** The server that the workers of this run share, if the run offers one. */
export async function sharedServer(): Promise<Running | undefined> {
  const office = process.env[variable];
  if (!office) return undefined;
  const response = await fetch(office);
  if (!response.ok) throw new Error(await response.text());
  const shared = (await response.json()) as Shared;
  return { ...notShared, ...shared, operate: operatorOf(shared.url, shared.dataDir) };
}
