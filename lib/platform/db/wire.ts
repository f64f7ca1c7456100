import { Duplex } from "node:stream";
import type { Worker } from "node:worker_threads";

type Chunk = { chunk: Buffer };
type Answer = { to: number; answer: Uint8Array };

let clients = 0;

/** What node-postgres takes for its socket: a client's connection to the server in the worker, which ends with either. */
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

  private readonly receive = ({ to, answer }: Answer): void => {
    if (to === this.id) this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
  };

  private readonly hangUp = (): void => void this.destroy();

  private send(sent: Uint8Array): void {
    this.worker?.postMessage({ from: this.id, sent });
  }

  override _write(chunk: Buffer, _encoding: unknown, done: () => void): void {
    // A copy: what the driver hands over lies in a buffer that it shares with others.
    this.send(new Uint8Array(chunk));
    done();
  }

  /** The parts of a statement, which the driver writes at once, stay together. */
  override _writev(chunks: Chunk[], done: () => void): void {
    this.send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  // Answers come by themselves, one for each statement.
  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.worker?.off("message", this.receive).off("exit", this.hangUp);
    done(error);
  }

  // The driver asks a socket for these; a worker has nothing to set.
  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;
}
