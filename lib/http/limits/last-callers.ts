import type { Caller } from "@/lib/http/auth/authenticate";
import { cookieOf } from "@/lib/http/auth/cookie";
import { sessionCookie } from "@/lib/http/auth/session";
import { matchPath } from "@/lib/http/path";
import type { ApiRequest } from "@/lib/http/request";
import type { Contract } from "@/lib/kernel/contract";
import { singleton } from "@/lib/platform/runtime";

type Member = Caller<"session">;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The member whom the last call with a cookie in a workspace was found to be from. */
    lastCallers: Map<string, Member>;
  }
}

const maxKnown = 10_000;
const known = () => singleton("lastCallers", () => new Map());

function keyOf({ path: pattern }: Pick<Contract, "path">, request: ApiRequest, path: string): string | undefined {
  const cookie = cookieOf(request, sessionCookie);
  return cookie && `${matchPath(pattern, path)?.["workspace"]} ${cookie}`;
}

/** A guess of who calls: it permits nothing, and is compared with who the caller is found to be. */
export function lastCallerOf(contract: Contract, request: ApiRequest, path: string): Member | undefined {
  const key = keyOf(contract, request, path);
  return key === undefined ? undefined : known().get(key);
}

/** Nobody, when the call was refused. */
export function rememberCaller(contract: Contract, at: { request: ApiRequest; path: string }, caller: Member | undefined): void {
  const key = keyOf(contract, at.request, at.path);
  if (key === undefined) return;
  if (known().size >= maxKnown) known().clear();
  if (caller) known().set(key, caller);
  else known().delete(key);
}
