import { queryOptions } from "@tanstack/react-query";
import { checkAddress, getActionSettings } from "@/lib/actions/receivers/endpoints";
import { call } from "@/lib/browser/call";

export const actionSettingsQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "actions"], queryFn: () => call(getActionSettings, { params: { workspace } }) });

/** The check of an address before it is saved. Each check calls the customer's server, so a result is cached for a minute. */
export const addressCheckQuery = (workspace: string, url: string) =>
  queryOptions({
    queryKey: ["w", workspace, "address-check", url],
    queryFn: () => call(checkAddress, { params: { workspace }, body: { url } }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
