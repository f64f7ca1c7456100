import { createSocket } from "node:dgram";
import { once } from "node:events";

export type NameServer = { address: string; asked: () => number; close: () => void };
type Answer = (query: Buffer) => Buffer;

/** The question of a query again, with this many of the answers that follow. `code` is 0, or 3 when there is no such name. */
export const answering = (query: Buffer, code: 0 | 3, ...answers: Buffer[]): Buffer => {
  const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80 | code, 0, 1, 0, answers.length, 0, 0, 0, 0]);
  return Buffer.concat([head, query.subarray(12, query.indexOf(0, 12) + 5), ...answers]);
};

const noSuchName: Answer = (query) => answering(query, 3);

/** On loopback; `null` stays silent. Unless it is told otherwise it knows no name, so that no test asks the machine's own. */
export async function startNameServer(answer: Answer | null = noSuchName): Promise<NameServer> {
  const server = createSocket("udp4");
  let asked = 0;
  server.on("message", (query, { port, address }) => {
    asked += 1;
    if (answer) server.send(answer(query), port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  return { address: `127.0.0.1:${server.address().port}`, asked: () => asked, close: () => void server.close() };
}

const place = "NAME_SERVER";

/** The name server of a run: every server that a test starts asks it. Returns what ends it. */
export async function sharedNameServer(): Promise<() => void> {
  const { address, close } = await startNameServer();
  process.env[place] = address;
  return close;
}
