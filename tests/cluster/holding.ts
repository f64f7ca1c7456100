import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../support/server";

export type Holding = {
  url: string;
  /** What the server answers from now on does not arrive, until `release`. */
  hold: () => void;
  release: () => void;
  close: () => void;
};

/** Stands between an instance and PostgreSQL: statements are run at once, and their answers can be held back. */
export async function startHolding(databaseUrl: string): Promise<Holding> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const answering = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.pipe(far);
    far.on("data", (bytes) => near.write(bytes));
    answering.add(far);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        open.delete(socket);
        answering.delete(socket);
        other.destroy();
      });
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    hold: () => {
      for (const far of answering) far.pause();
    },
    release: () => {
      for (const far of answering) far.resume();
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
