import { createSocket } from "node:dgram";
import { once } from "node:events";

type NameServer = { address: string; asked: () => number; close: () => void };
type Answer = (query: Buffer) => Buffer;

/** A DNS response: repeats the question of the query, followed by the answers. `code` is 0, or 3 when there is no such name. */
export const dnsResponse = (query: Buffer, code: 0 | 3, ...answers: Buffer[]): Buffer => {
  const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80 | code, 0, 1, 0, answers.length, 0, 0, 0, 0]);
  return Buffer.concat([head, query.subarray(12, query.indexOf(0, 12) + 5), ...answers]);
};

const noSuchName: Answer = (query) => dnsResponse(query, 3);

/** A name server on loopback; with `null` it never answers. By default it knows no name, so that no test asks the machine's own. */
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

const variable = "NAME_SERVER";

/** The name server of a run: every server that a test starts uses it. Returns the function that closes it. */
export async function sharedNameServer(): Promise<() => void> {
  const { address, close } = await startNameServer();
  process.env[variable] = address;
  return close;
}
