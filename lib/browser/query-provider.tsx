"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { hasCode } from "@/lib/kernel/errors";
import { redirectToSignIn } from "./sign-in-redirect";

const freshMs = 10_000;
const maxRetries = 2;

/** Retries only a request without a response; an error response would stay the same. */
const shouldRetry = (failures: number, error: Error): boolean => hasCode(error, "unavailable") && failures < maxRetries;

/** Redirects to the sign-in, and back afterwards, when the session has ended. */
function redirectIfSignedOut(error: Error): void {
  if (hasCode(error, "signed_out")) redirectToSignIn();
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: redirectIfSignedOut }),
    mutationCache: new MutationCache({ onError: redirectIfSignedOut }),
    defaultOptions: {
      queries: { staleTime: freshMs, retry: shouldRetry },
      // By default a press made offline would wait and run much later, unexpectedly.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
