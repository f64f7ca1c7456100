import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { importQuery, importsKey } from "@/lib/data/imports/browser/queries";
import { revertImport, startImport, stopImport } from "@/lib/data/imports/endpoints";
import { contactsKey } from "@/lib/desk/directory/browser/queries";

type Sent = { params: { workspace: string; importId: string }; body: Record<string, never> };

const calls = {
  run: (sent: Sent) => call(startImport, sent),
  cancel: (sent: Sent) => call(stopImport, sent),
  undo: (sent: Sent) => call(revertImport, sent),
};

/** Runs, cancels or undoes an import; `onDone` is called after that. */
export function useImportStep(workspace: string, importId: string, step: keyof typeof calls, onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => calls[step]({ params: { workspace, importId }, body: {} }),
    onSuccess: (reply) => {
      queries.setQueryData(importQuery(workspace, importId).queryKey, reply);
      void queries.invalidateQueries({ queryKey: [...importsKey(workspace), "list"] });
      void queries.invalidateQueries({ queryKey: contactsKey(workspace) });
      onDone?.();
    },
    // Somebody else may have done something with it.
    onError: () => queries.invalidateQueries(importQuery(workspace, importId)),
  });
}
