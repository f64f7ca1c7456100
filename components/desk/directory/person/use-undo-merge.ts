import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { contactsKey } from "@/lib/desk/directory/browser/queries";
import { undoContactMerge } from "@/lib/desk/directory/endpoints";

/** Makes two contacts of one again. */
export function useUndoMerge(workspace: string, contactId: string) {
  const t = useTranslations("contacts.merge");
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mergeId: string) => call(undoContactMerge, { params: { workspace, contactId, mergeId }, body: {} }),
    onSuccess: () => {
      toast.success(t("undone"));
      return client.invalidateQueries({ queryKey: contactsKey(workspace) });
    },
    onError: (error) => toast.error(error.message),
  });
}
