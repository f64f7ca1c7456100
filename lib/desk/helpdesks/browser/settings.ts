import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getHelpdesks } from "@/lib/desk/helpdesks/endpoints";

export const helpdesksQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "helpdesks"], queryFn: () => call(getHelpdesks, { params: { workspace } }) });
