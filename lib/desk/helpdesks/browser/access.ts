import { call, callWithToken } from "@/lib/browser/call";
import { redeemEmbedCode, renewBearer } from "@/lib/desk/helpdesks/endpoints";
import type { Contract, EndpointOf, ReplyOf, SentOf } from "@/lib/kernel/contract";
import { AppError, hasCode } from "@/lib/kernel/errors";

const isRefused = (error: unknown) => hasCode(error, "signed_out");
const signedOut = () => new AppError("signed_out", "");

export type FrameAccess = ReturnType<typeof frameAccess>;

/**
 * The tokens of a frame, in memory alone: an agent's, and before that the one of a backend, which shows one person. `onToken` is called
 * with each token that is used from then on.
 */
export function frameAccess(workspace: string, onToken: (token: string | undefined) => void) {
  let shown: string | undefined;
  let agent: string | undefined;
  let isAsked = false;
  let renewing: Promise<boolean> | undefined;
  const params = { workspace };

  function use(token: string | undefined): void {
    agent = token;
    onToken(agent ?? shown);
  }

  /** Whether there is a new agent's token. Calls that were refused at the same time wait for the same one. */
  function renew(): Promise<boolean> {
    isAsked = true;
    renewing ??= call(renewBearer, { params, body: {} })
      .then(({ bearer }) => {
        use(bearer?.token);
        return bearer !== null;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  }

  return {
    /** The token of the backend, as it stands in the address; another one replaces it. */
    show(token: string | undefined): void {
      shown = token;
      onToken(agent ?? shown);
    },

    /** Exchanges the code of the sign-in window. @throws AppError */
    async signIn(code: string, origin: string): Promise<void> {
      use((await call(redeemEmbedCode, { params, body: { code, origin } })).token);
    },

    /**
     * Calls with the agent's token, which is renewed when it has expired; without one with the backend's. A refused call had no effect,
     * so it may be sent again. @throws AppError, `signed_out` without a valid token
     */
    async call<C extends Contract>(endpoint: EndpointOf<C>, sent: SentOf<C>): Promise<ReplyOf<C>> {
      const once = (token: string) => callWithToken(token, endpoint, sent);
      if (agent !== undefined) {
        try {
          return await once(agent);
        } catch (error) {
          if (!isRefused(error)) throw error;
        }
      }
      // A backend's token needs no agent: with one the browser is asked once for an agent's.
      const mayRenew = agent !== undefined || shown === undefined || !isAsked;
      if (mayRenew && (await renew()) && agent !== undefined) return once(agent);
      if (shown === undefined) throw signedOut();
      return once(shown);
    },
  };
}
