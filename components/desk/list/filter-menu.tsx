import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { loader } from "@/components/ui/use-loaded";
import type { Filter } from "@/lib/chats/browser/queries";
import { tagsQuery } from "@/lib/chats/tags/browser/queries";

const choices = loader(() => import("./filter-choices").then(({ FilterChoices }) => FilterChoices));

/** The name of the tag in the filter; null without one. */
function useTagName({ tag }: Filter): string | null {
  const t = useTranslations("chat.views");
  const { workspace } = useLive();
  const { data } = useQuery({ ...tagsQuery(workspace), enabled: tag !== null });
  if (!tag) return null;
  if (!data) return t("tag");
  return data.items.find(({ id }) => id === tag)?.name ?? t("removedTag");
}

/** The channel and the tag. The button says what is chosen here. */
export function FilterMenu({ filter }: { filter: Filter }) {
  const t = useTranslations("chat.views");
  const channelNames = useTranslations("chat.channels");
  const { channel, sort } = filter;
  const tag = useTagName(filter);
  const chosen = [channel && channelNames(channel), tag, sort && t("problemsFirst")].filter(Boolean).join(", ");
  return (
    <Menu
      loads={choices}
      trigger={
        <Button variant="ghost" className={chosen ? "text-text" : ""}>
          <ListFilter aria-hidden className="size-4" />
          {chosen ? (
            <span className="max-w-32 truncate">
              <span className="sr-only">{t("filter")}: </span>
              {chosen}
            </span>
          ) : (
            t("filter")
          )}
        </Button>
      }
    >
      {(Choices) => <Choices filter={filter} />}
    </Menu>
  );
}
