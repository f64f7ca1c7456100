"use client";

import { useRef, useState } from "react";
import { redirectToSignIn } from "@/lib/browser/sign-in-redirect";
import { hasCode } from "@/lib/kernel/errors";

type State = { status: "idle" | "pending" | "success" | "error"; error?: Error | undefined; startedAt: number };

const idle: State = { status: "idle", startedAt: 0 };

/**
 * Runs something that is pressed, and says what became of it: the little that a chat needs at first of useMutation, whose library is loaded with what
 * needs more. An ended session leads to the sign-in.
 */
export function useJob<Input, Output>(job: (input: Input) => Promise<Output>) {
  const [state, setState] = useState(idle);
  const latest = useRef(0);

  /** Resolves to undefined when it failed. */
  async function run(input: Input): Promise<Output | undefined> {
    latest.current += 1;
    const own = latest.current;
    const startedAt = Date.now();
    const show = (next: Omit<State, "startedAt">) => own === latest.current && setState({ ...next, startedAt });
    show({ status: "pending" });
    try {
      const output = await job(input);
      show({ status: "success" });
      return output;
    } catch (error) {
      if (hasCode(error, "signed_out")) redirectToSignIn();
      show({ status: "error", error: error instanceof Error ? error : new Error(String(error)) });
      return undefined;
    }
  }

  return { ...state, isPending: state.status === "pending", run, reset: () => setState(idle) };
}
