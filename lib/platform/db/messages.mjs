const headBytes = 5;
const readOnlyTransaction = "25006";
const diskFull = "53100";

/** One message of a PostgreSQL server, in wire format: a letter, its length, its contents. */
class Message {
  constructor(bytes) {
    this.bytes = bytes;
    this.kind = String.fromCharCode(bytes[0]);
  }

  /** A field of an error: a letter and a text, each ended by a zero. */
  field(letter) {
    const start = this.bytes.indexOf(`\0${letter}`, headBytes - 1, "latin1") + 2;
    return start < 2 ? "" : this.bytes.toString("latin1", start, this.bytes.indexOf(0, start));
  }

  get isReady() {
    return this.kind === "Z";
  }

  /** No transaction is open. */
  get isIdle() {
    return this.bytes[headBytes] === "I".charCodeAt(0);
  }

  get isFatal() {
    return this.kind === "E" && ["FATAL", "PANIC"].includes(this.field("V"));
  }

  get isReadOnlyError() {
    return this.kind === "E" && this.field("C") === readOnlyTransaction;
  }

  /** Replaces the code, so that callers see why the database is read-only. Both codes have five characters. */
  markDiskFull() {
    this.bytes.write(diskFull, this.bytes.indexOf(`\0C${readOnlyTransaction}\0`, 0, "latin1") + 2, "latin1");
  }
}

/** The messages of a reply, which arrives in chunks that may end anywhere. */
export class Messages {
  #chunks = [];
  #length = 0;
  #needed = headBytes;
  #whole = [];

  /** @returns the messages that this chunk completes */
  read(chunk) {
    // The chunk is in the engine's memory, which is reused.
    this.#chunks.push(Buffer.from(chunk));
    this.#length += chunk.length;
    const found = [];
    if (this.#length < this.#needed) return found;
    let rest = Buffer.concat(this.#chunks);
    this.#needed = headBytes;
    while (rest.length >= this.#needed) {
      const size = 1 + rest.readUInt32BE(1);
      if (rest.length < size) {
        this.#needed = size;
        break;
      }
      found.push(new Message(rest.subarray(0, size)));
      rest = rest.subarray(size);
    }
    this.#chunks = [rest];
    this.#length = rest.length;
    this.#whole.push(...found);
    return found;
  }

  /** All messages in one buffer of their own, which can be transferred to another thread. */
  all() {
    const joined = new Uint8Array(this.#whole.reduce((sum, { bytes }) => sum + bytes.length, 0));
    let at = 0;
    for (const { bytes } of this.#whole) {
      joined.set(bytes, at);
      at += bytes.length;
    }
    return joined;
  }
}
