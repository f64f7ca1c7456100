import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { call } from "@/lib/browser/call";
import type { Tag } from "@/lib/chats/tags/contract";
import { contactQuery } from "@/lib/desk/directory/browser/queries";
import { setContactTag } from "@/lib/desk/directory/endpoints";
import { panelsKey } from "@/lib/desk/panel/browser/queries";
import type { Panel } from "@/lib/desk/panel/contract";
import { TagList, withTag } from "./tag-list";

type Props = { workspace: string; isAdmin: boolean; contactId: string; tags: readonly Tag[] };
type Choice = { tag: Tag; isSet: boolean };

/** The workspace's tags; choosing one puts it on the contact or takes it off, and leaves the list open for another. */
export function ContactTagChoices({ workspace, isAdmin, contactId, tags }: Props) {
  const t = useTranslations("contacts.tags");
  const client = useQueryClient();
  const { queryKey } = contactQuery(workspace, contactId);

  // Its page, and the panels of its chats.
  const panels = { queryKey: panelsKey(workspace) };

  function show(change: (tags: readonly Tag[]) => Tag[]): void {
    const changed = <C extends { tags?: Tag[] | undefined }>(contact: C) => ({ ...contact, tags: change(contact.tags ?? []) });
    client.setQueryData(queryKey, (page) => page && { ...page, contact: changed(page.contact) });
    client.setQueriesData<Panel>(panels, (panel) =>
      panel?.contact?.id === contactId ? { ...panel, contact: changed(panel.contact) } : panel,
    );
  }

  const { mutate, error } = useMutation({
    mutationFn: ({ tag, isSet }: Choice) => call(setContactTag, { params: { workspace, contactId }, body: { tagId: tag.id, isSet } }),
    // One after the other, so that the last answer has them all.
    scope: { id: `tags of ${contactId}` },
    async onMutate({ tag, isSet }) {
      // A read that is on its way would show what was before.
      await Promise.all([client.cancelQueries({ queryKey }), client.cancelQueries(panels)]);
      show((before) => withTag(before, tag, isSet));
    },
    onError: (_, { tag, isSet }) => show((before) => withTag(before, tag, !isSet)),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey }), client.invalidateQueries(panels)]),
  });

  return (
    <>
      {error && <Alert className="mb-3">{error.message}</Alert>}
      <TagList
        workspace={workspace}
        isAdmin={isAdmin}
        chosen={new Set(tags.map(({ id }) => id))}
        chosenLabel={t("isSet")}
        onChoose={(tag, isSet) => mutate({ tag, isSet })}
      />
    </>
  );
}
