import { AsyncLocalStorage } from "node:async_hooks";
import { singleton } from "@/lib/platform/runtime";
import { forAll, forNone } from "./places";

/** For which workspace the code that runs now works, and since when it has had a place. */
type Behalf = {
  /** It changes while a call finds out who calls. */
  workspace: string;
  enteredAt: number | undefined;
};

declare module "@/lib/platform/runtime" {
  interface Runtime {
    onBehalf: AsyncLocalStorage<Behalf>;
  }
}

const storage = () => singleton("onBehalf", () => new AsyncLocalStorage());

export const currentBehalf = (): Behalf | undefined => storage().getStore();
/** The workspace whose place in the pool a statement takes that is sent now. */
export const currentWorkspace = (): string => currentBehalf()?.workspace ?? forNone;

const behalfOf = (workspace: string): Behalf => ({ workspace, enteredAt: undefined });

/** Runs `work` for a workspace: its statements wait among those of that workspace. */
export const onBehalfOf = <T>(workspace: string, work: () => T): T => storage().run(behalfOf(workspace), work);

/** The same; `ranMs` says for how long it has had its place. */
export function startFor<T>(workspace: string, work: () => Promise<T>): { result: Promise<T>; ranMs: () => number } {
  const behalf = behalfOf(workspace);
  const result = storage().run(behalf, work);
  return { result, ranMs: () => (behalf.enteredAt === undefined ? 0 : performance.now() - behalf.enteredAt) };
}

/** For statements of several workspaces at once, and what must not wait behind any of them. */
export const onBehalfOfAll = <T>(work: () => T): T => onBehalfOf(forAll, work);

/**
 * Runs a request, of nobody until `foundWorkspace` is called within it. What it has started and goes on afterwards, such as a timer that
 * collects the work of many, is nobody's again.
 */
export function inRequest<T>(work: () => Promise<T>): Promise<T> {
  const behalf = behalfOf(forNone);
  return storage().run(behalf, () =>
    work().finally(() => {
      behalf.workspace = forNone;
    }),
  );
}

/** The same for a page, a stream and a download, which go on after their headers are known. */
export const inOpenRequest = <T>(work: () => T): T => storage().run(behalfOf(forNone), work);

/** The request that runs now was found to be of this workspace. */
export function foundWorkspace(workspace: string): void {
  const behalf = currentBehalf();
  if (behalf) behalf.workspace = workspace;
}
