import { queryOptions } from "@tanstack/react-query";
import { listProblemNames } from "@/lib/actions/buttons/endpoints";
import { call } from "@/lib/browser/call";

export const problemNamesQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["w", workspace, "problem-names"],
    queryFn: () => call(listProblemNames, { params: { workspace } }),
    staleTime: 60_000,
  });
