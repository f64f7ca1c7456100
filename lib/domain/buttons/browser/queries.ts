import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { listProblemNames } from "@/lib/domain/buttons/endpoints";

export const problemNamesQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["w", workspace, "problem-names"],
    queryFn: () => call(listProblemNames, { params: { workspace } }),
    staleTime: 60_000,
  });
