import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { usePaused } from "@/components/commands/use-found";
import { contactsQuery } from "@/lib/desk/directory/browser/queries";
import { maxTextLength } from "@/lib/desk/directory/shared/limits";
import { type FoundAll, searchQuery } from "@/lib/desk/search/browser/queries";

export type FoundContact = { id: string; userId: string; name: string | null; email: string | null; phone: string | null };

const maxShown = 20;

const contactOf = ({ contactId, name, userId, email, phone }: FoundAll["people"][number]): FoundContact[] =>
  contactId === null || userId === null
    ? []
    : [
        {
          id: contactId,
          userId: userId.text,
          name: "text" in name ? name.text : null,
          email: email?.text ?? null,
          phone: phone?.text ?? null,
        },
      ];

/**
 * The contacts for what was typed: those that begin with it, the last seen first, however many strangers have the same name; then those that
 * have its words anywhere. Without a text, those seen last.
 */
export function useFoundContacts(workspace: string, typed: string) {
  const text = typed.trim().slice(0, maxTextLength);
  const paused = usePaused(text);
  const placeholderData = <Data>(before: Data | undefined) => before;
  const listed = useInfiniteQuery({ ...contactsQuery(workspace, paused === "" ? {} : { text: paused }), placeholderData });
  const searched = useQuery({ ...searchQuery(workspace, paused), placeholderData });
  const beginning = listed.data?.pages[0]?.items ?? [];
  const words = paused === "" ? [] : (searched.data?.people ?? []).flatMap(contactOf);
  const found = new Map<string, FoundContact>([...words, ...beginning].map((contact) => [contact.id, contact]));
  const ids = new Set([...beginning, ...words].map(({ id }) => id));
  const isSearching = paused !== text || listed.isPlaceholderData || listed.isPending || (paused !== "" && searched.isFetching);
  return {
    contacts: [...ids].flatMap((id) => found.get(id) ?? []).slice(0, maxShown),
    isSearching,
    error: listed.error,
    retry: () => void listed.refetch(),
  };
}
