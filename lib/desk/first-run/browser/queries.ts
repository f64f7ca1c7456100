import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getFirstRun } from "@/lib/desk/first-run/endpoints";

export const firstRunQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["w", workspace, "first-run"],
    queryFn: () => call(getFirstRun, { params: { workspace } }),
    // A step is done on another page, or by another admin.
    refetchOnWindowFocus: true,
  });
