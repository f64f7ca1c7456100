import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getErasable } from "@/lib/data/erasure/endpoints";

export const erasableQuery = (workspace: string, personId: string) =>
  queryOptions({
    queryKey: [workspace, "erasable", personId],
    queryFn: () => call(getErasable, { params: { workspace, personId } }),
    // What it counts changes all the time.
    gcTime: 0,
    networkMode: "always",
  });
