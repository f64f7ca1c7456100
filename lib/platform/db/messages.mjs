const headBytes = 5;
const readOnlyTransaction = "25006";
const diskFull = "53100";

/** One message of a PostgreSQL server, as it lies on the wire: a letter, its length, its contents. */
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

  get isReadOnlyRefusal() {
    return this.kind === "E" && this.field("C") === readOnlyTransaction;
  }

  /** Callers are told why the database only reads: both codes have five letters. */
  sayDiskFull() {
    this.bytes.write(diskFull, this.bytes.indexOf(`\0C${readOnlyTransaction}\0`, 0, "latin1") + 2, "latin1");
  }
}

/** The messages of an answer, which comes in pieces that end anywhere. */
export class Messages {
  #pieces = [];
  #length = 0;
  #needed = headBytes;
  #whole = [];

  /** @returns those that this piece completes */
  read(piece) {
    // The piece lies in the memory of the engine, which goes on using it.
    this.#pieces.push(Buffer.from(piece));
    this.#length += piece.length;
    const found = [];
    if (this.#length < this.#needed) return found;
    let rest = Buffer.concat(this.#pieces);
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
    this.#pieces = [rest];
    this.#length = rest.length;
    this.#whole.push(...found);
    return found;
  }

  /** All of them, in memory of their own that can be handed to another thread. */
  all() {
    const together = new Uint8Array(this.#whole.reduce((sum, { bytes }) => sum + bytes.length, 0));
    let at = 0;
    for (const { bytes } of this.#whole) {
      together.set(bytes, at);
      at += bytes.length;
    }
    return together;
  }
}
