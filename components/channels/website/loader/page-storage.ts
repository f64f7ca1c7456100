import { type StoredMessage, tokenPattern } from "@/components/channels/website/protocol";

type Stored = { token: string; readUntil: string; unsent: StoredMessage[] };

const isText = (value: unknown): value is string => typeof value === "string";

/** Strings one by one: a page's `toJSON` of arrays or objects, as old versions of Prototype have, would write them in another way. */
const written = ({ token, readUntil, unsent }: Stored): string => {
  const messages = unsent.map(({ id, value }) => `{"id":${JSON.stringify(id)},"value":${JSON.stringify(value)}}`);
  return `{"token":${JSON.stringify(token)},"readUntil":${JSON.stringify(readUntil)},"unsent":[${messages.join()}]}`;
};

function parse(text: string | null): Stored | undefined {
  try {
    const { token, readUntil, unsent } = JSON.parse(text ?? "");
    // Such a page once made earlier versions of this script write a text in place of the list.
    const messages = isText(unsent) ? JSON.parse(unsent) : unsent;
    const isMessage = (one: StoredMessage) => isText(one?.id) && isText(one.value);
    if (tokenPattern.test(token) && isText(readUntil)) return { token, readUntil, unsent: messages.filter(isMessage) };
  } catch {
    // Missing, or written by somebody else.
  }
  return undefined;
}

/** What the page stores of its visitor, first-party. Where storage is refused it is kept for the visit. */
export function pageStorage(key: string) {
  let memory: string | null = null;
  let isRefused = false;

  function text(): string | null {
    try {
      return isRefused ? memory : localStorage.getItem(key);
    } catch {
      return memory;
    }
  }

  function save(next: Stored | undefined): void {
    memory = next ? written(next) : null;
    try {
      if (memory === null) localStorage.removeItem(key);
      else localStorage.setItem(key, memory);
    } catch {
      isRefused = true;
    }
  }

  const read = () => parse(text());

  /** Changes what is stored now: another tab may have written since. Without a visitor nothing is stored. */
  function change(next: (stored: Stored) => Stored): void {
    const stored = read();
    if (stored) save(next(stored));
  }

  return {
    read,
    save,
    change,
    /** An unsent message; null when it was sent. */
    store(id: string, value: string | null): void {
      change(({ unsent, ...stored }) => {
        const others = unsent.filter((one) => one.id !== id);
        return { ...stored, unsent: value === null ? others : [...others, { id, value }] };
      });
    },
  };
}
