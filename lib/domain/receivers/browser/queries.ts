import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { checkAddress, getActionSettings } from "@/lib/domain/receivers/contract";

export const actionSettingsQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "actions"], queryFn: () => call(getActionSettings, { params: { workspace } }) });

/** What would be said of an address. Each check knocks at the customer's server, so an answer counts for a minute. */
export const addressCheckQuery = (workspace: string, url: string) =>
  queryOptions({
    queryKey: ["w", workspace, "address-check", url],
    queryFn: () => call(checkAddress, { params: { workspace }, body: { url } }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
