import { Duplex } from "node:stream";
import type { Worker } from "node:worker_threads";

type Chunk = { chunk: Buffer };
type Reply = { to: number; reply: Uint8Array };

let clients = 0;

/** The socket of node-postgres: a client's connection to the server in the worker. It ends with either side. */
export class Wire extends Duplex {
  private readonly id = ++clients;
  private worker: Worker | undefined;

  constructor(private readonly server: () => Promise<Worker>) {
    super();
  }

  connect(): this {
    this.server().then(
      (worker) => this.attach(worker),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  private attach(worker: Worker): void {
    if (this.destroyed) return;
    this.worker = worker.on("message", this.receive).once("exit", this.hangUp);
    this.emit("connect");
  }

  private readonly receive = ({ to, reply }: Reply): void => {
    if (to === this.id) this.push(Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength));
  };

  private readonly hangUp = (): void => void this.destroy();

  private send(sent: Uint8Array): void {
    this.worker?.postMessage({ from: this.id, sent });
  }

  override _write(chunk: Buffer, _encoding: unknown, done: () => void): void {
    // A copy, because the driver's chunk is part of a buffer that it shares with others.
    this.send(new Uint8Array(chunk));
    done();
  }

  /** The driver writes the parts of a statement at once; they are sent as one message. */
  override _writev(chunks: Chunk[], done: () => void): void {
    this.send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  // Replies are pushed when they arrive, one for each statement.
  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.worker?.off("message", this.receive).off("exit", this.hangUp);
    done(error);
  }

  // The driver calls these on its socket; for a worker there is nothing to set.
  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;
}
