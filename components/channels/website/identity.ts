import { CallError, type VisitorApi } from "./api";

type Options = {
  api: Pick<VisitorApi, "identify">;
  /** The visitor is somebody else for good: another one has to begin. */
  onConflict: () => void;
  /** The page's developer has to change something. */
  onRefused: (message: string) => void;
};

/** The visitor whom the page named, until the server knows it. */
export function createIdentity(signed: string | null, { api, onConflict, onRefused }: Options) {
  let pending = signed;
  let running: Promise<void> | undefined;

  async function sendIdentity(token: string): Promise<void> {
    try {
      const { ignored } = await api.identify(token);
      for (const message of ignored) onRefused(message);
    } catch (error) {
      if (!(error instanceof CallError) || error.isPassing) throw error;
      if (error.status === 409) {
        onConflict();
        throw new CallError(0);
      }
      onRefused(error.message);
    }
    if (pending === token) pending = null;
  }

  return {
    name(token: string): void {
      pending = token;
    },
    /** Resolves when the server knows it. @throws CallError without an answer */
    async settled(): Promise<void> {
      while (pending !== null) {
        running ??= sendIdentity(pending).finally(() => {
          running = undefined;
        });
        await running;
      }
    },
  };
}
