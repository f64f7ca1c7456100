import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { listTags } from "@/lib/chats/tags/endpoints";

// Tags change rarely; the chats that have them say their names themselves.
const freshMs = 60_000;

export const tagsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["w", workspace, "tags"],
    queryFn: () => call(listTags, { params: { workspace } }),
    staleTime: freshMs,
    networkMode: "always",
  });
