import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { AppError } from "@/lib/kernel/errors";
import { signInPath } from "@/lib/kernel/same-site";

const freshMs = 10_000;
const mostRetries = 2;

/** A refusal stays a refusal; only an answer that did not come is worth asking for again. */
const worthRetrying = (failures: number, error: Error): boolean =>
  error instanceof AppError && error.code === "unavailable" && failures < mostRetries;

/** A session that has ended, here or elsewhere, leads to the sign-in and back. */
function leaveIfSignedOut(error: Error): void {
  if (!(error instanceof AppError) || error.code !== "signed_out") return;
  const { pathname, search } = window.location;
  window.location.assign(signInPath(`${pathname}${search}`));
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveIfSignedOut }),
    mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
    defaultOptions: {
      queries: { staleTime: freshMs, retry: worthRetrying },
      // Without this a press made offline would wait and happen much later, when nobody expects it.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
