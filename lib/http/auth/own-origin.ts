import type { ApiRequest } from "@/lib/http/request";
import { env } from "@/lib/platform/env";

/** Where the browser of this call reached us, for addresses that it shows: a caller's Host proves nothing to others. */
export function ownOrigin({ header }: Pick<ApiRequest, "header">): string {
  const proxied = env().TRUSTED_PROXIES > 0 ? header("x-forwarded-host") : null;
  const scheme = header("x-forwarded-proto")?.split(",")[0]?.trim() === "https" ? "https" : "http";
  return `${scheme}://${proxied ?? header("host") ?? "localhost"}`;
}
