import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { TagList, withTag } from "@/components/desk/tags/tag-list";
import { Alert } from "@/components/ui/alert";
import { call } from "@/lib/browser/call";
import type { Tag } from "@/lib/chats/tags/contract";
import { contactQuery } from "@/lib/desk/directory/browser/queries";
import { setContactTag } from "@/lib/desk/directory/endpoints";

type Props = { workspace: string; isAdmin: boolean; contactId: string; tags: readonly Tag[] };
type Choice = { tag: Tag; isSet: boolean };

/** The workspace's tags; choosing one puts it on the contact or takes it off, and leaves the list open for another. */
export function ContactTagChoices({ workspace, isAdmin, contactId, tags }: Props) {
  const t = useTranslations("contacts.tags");
  const client = useQueryClient();
  const { queryKey } = contactQuery(workspace, contactId);

  const show = (change: (tags: readonly Tag[]) => Tag[]) =>
    client.setQueryData(queryKey, (page) => page && { ...page, contact: { ...page.contact, tags: change(page.contact.tags ?? []) } });

  const { mutate, error } = useMutation({
    mutationFn: ({ tag, isSet }: Choice) => call(setContactTag, { params: { workspace, contactId }, body: { tagId: tag.id, isSet } }),
    // One after the other, so that the last answer has them all.
    scope: { id: `tags of ${contactId}` },
    async onMutate({ tag, isSet }) {
      // A read that is on its way would show what was before.
      await client.cancelQueries({ queryKey });
      show((before) => withTag(before, tag, isSet));
    },
    onError: (_, { tag, isSet }) => show((before) => withTag(before, tag, !isSet)),
    onSettled: () => client.invalidateQueries({ queryKey }),
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
