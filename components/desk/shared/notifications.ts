import { useNotifier } from "./use-notifier";
import { usePush } from "./use-push";

type Props = Parameters<typeof useNotifier>[1] & { notifier: Parameters<typeof useNotifier>[0] };

/** Shows nothing in the page itself. */
export function Notifications({ notifier, ...rest }: Props) {
  useNotifier(notifier, rest);
  usePush(rest);
  return null;
}
