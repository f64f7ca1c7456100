import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../support/server";

export type Cutter = {
  url: string;
  /** Ends every connection at once, in the middle of whatever it carries, and says how many there were. */
  cut: () => number;
  /** From now on answers are lost, while questions arrive; new connections of after the next cut carry both again. */
  loseAnswers: () => void;
  close: () => void;
};

/** Stands between the instances and PostgreSQL, and passes everything on until it cuts, or loses answers. */
export async function startCutter(databaseUrl: string): Promise<Cutter> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isLosing = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.pipe(far);
    far.on("data", (chunk) => {
      if (!isLosing) near.write(chunk);
    });
    far.once("end", () => near.end());
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        open.delete(socket);
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
    isLosing = false;
    for (const socket of open) socket.resetAndDestroy();
    return count;
  };
  return {
    url: url.href,
    cut,
    loseAnswers: () => {
      isLosing = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
