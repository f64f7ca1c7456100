import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../support/server";

export type CuttingProxy = {
  url: string;
  /** Resets every connection at once, in the middle of its traffic, and returns how many there were. */
  cut: () => number;
  /** From now on replies are dropped while queries arrive; connections made after the next cut carry both again. */
  dropReplies: () => void;
  /** Holds back every reply of the server until `release`. */
  hold: () => void;
  release: () => void;
  close: () => void;
};

/** A proxy between the instances and PostgreSQL that passes everything on, until it cuts connections, drops replies or holds them back. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const replying = new Set<Socket>();
  let isDroppingReplies = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.pipe(far);
    far.on("data", (chunk) => {
      if (!isDroppingReplies) near.write(chunk);
    });
    far.once("end", () => near.end());
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
  const cut = () => {
    const count = open.size / 2;
    isDroppingReplies = false;
    for (const socket of open) socket.resetAndDestroy();
    return count;
  };
  return {
    url: url.href,
    cut,
    dropReplies: () => {
      isDroppingReplies = true;
    },
    hold: () => {
      for (const far of replying) far.pause();
    },
    release: () => {
      for (const far of replying) far.resume();
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
