import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../support/server";

type StallingProxy = {
  url: string;
  /** Holds back every reply of the server until `release`. */
  hold: () => void;
  release: () => void;
  close: () => void;
};

/** A proxy between an instance and PostgreSQL: statements run at once, and their replies can be held back. */
export async function startStallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const replying = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.pipe(far);
    far.on("data", (bytes) => near.write(bytes));
    replying.add(far);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        open.delete(socket);
        replying.delete(socket);
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
      for (const far of replying) far.pause();
    },
    release: () => {
      for (const far of replying) far.resume();
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
