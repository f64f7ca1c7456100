import { useRouter } from "next/navigation";
import { useLive } from "./live";
import { useChatSteps } from "./use-chat-steps";
import { useListSearch } from "./use-view";

/** Opens the next chat of the list, or the one before, or the list. */
export function useGoingOn(): () => void {
  const router = useRouter();
  const { workspace } = useLive();
  const { next, previous } = useChatSteps();
  const search = useListSearch();
  return () => {
    if (!next() && !previous()) router.push(`/${workspace}/chats${search}`);
  };
}
