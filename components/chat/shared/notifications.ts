import { useNotifier } from "./use-notifier";

type Props = Parameters<typeof useNotifier>[1] & { notifier: Parameters<typeof useNotifier>[0] };

/** Shows nothing in the page itself. */
export function Notifications({ notifier, ...rest }: Props) {
  useNotifier(notifier, rest);
  return null;
}
