import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { panelsKey } from "@/lib/desk/panel/browser/queries";
import { attributeDisplayQuery } from "@/lib/people/attribute-display/browser/queries";
import type { AttributeDisplay, DisplaySettings } from "@/lib/people/attribute-display/contract";
import { saveAttributeDisplay } from "@/lib/people/attribute-display/endpoints";

/** The settings, and how a changed list is saved. The screen shows it at once, and what the server has after an error. */
export function useAttributeDisplay(workspace: string, initial: DisplaySettings) {
  const client = useQueryClient();
  const query = attributeDisplayQuery(workspace);
  const { data } = useQuery({ ...query, initialData: initial });

  const save = useMutation({
    // One after the other, each on the version that the one before made.
    scope: { id: `attribute-display:${workspace}` },
    mutationFn: (items: AttributeDisplay[]) => {
      const { version } = client.getQueryData(query.queryKey) ?? initial;
      return call(saveAttributeDisplay, { params: { workspace }, body: { items, version } });
    },
    onMutate: (items) => {
      // A fetch in flight would show the former list again.
      void client.cancelQueries(query);
      client.setQueryData(query.queryKey, (shown) => shown && { ...shown, items });
    },
    onSuccess: ({ version }) => {
      // The items on the screen may be newer: the next change of them waits for this one.
      client.setQueryData(query.queryKey, (shown) => shown && { ...shown, version });
      // Panels say how their attributes are shown.
      void client.invalidateQueries({ queryKey: panelsKey(workspace) });
    },
    onError: () => client.invalidateQueries(query),
  });

  return { items: data.items, save };
}
