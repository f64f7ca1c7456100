import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

type Freezable = {
  url: string;
  /** From now on nothing passes, in either direction, and nothing is closed. */
  freeze: () => void;
  /** Lets through what has waited. */
  thaw: () => void;
  close: () => void;
};

/** A proxy in front of a server that can fail as a network does that says nothing: connections stay open, and new ones are accepted. */
export async function freezable(serverUrl: string): Promise<Freezable> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;

  function watch(socket: Socket, other: () => Socket | undefined): void {
    sockets.add(socket);
    if (isFrozen) socket.pause();
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      other()?.end();
    });
  }
  const proxy = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) });
    watch(near, () => far);
    watch(far, () => near);
    near.on("data", (chunk) => far.write(chunk));
    far.on("data", (chunk) => near.write(chunk));
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  if (typeof address !== "object" || !address) throw new Error("The proxy has no port.");

  return {
    url: `http://127.0.0.1:${address.port}`,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
