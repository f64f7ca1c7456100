import { useRouter } from "next/navigation";
import { ErasePerson } from "@/components/desk/shared/erase-person";
import { useLive } from "@/components/desk/shared/live";
import { useListSearch } from "@/components/desk/shared/use-view";
import type { Panel } from "@/lib/desk/panel/contract";

type Props = { panel: Panel; open: boolean; onOpenChange: (open: boolean) => void };

/** Erases the person of the open chat, and leads back to the list. */
export function EraseOpenPerson({ panel: { chat, person }, open, onOpenChange }: Props) {
  const { workspace, live } = useLive();
  const router = useRouter();
  const search = useListSearch();

  function backToList() {
    onOpenChange(false);
    router.push(`/${workspace}/chats${search}`);
    live.forget(chat.id);
    live.refreshList();
  }

  return <ErasePerson workspace={workspace} person={person} open={open} onOpenChange={onOpenChange} onErased={backToList} />;
}
