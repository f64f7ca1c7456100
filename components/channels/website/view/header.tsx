import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useSettings } from "./settings";

const subscribeNever = () => () => {};
const useFramed = (): boolean =>
  useSyncExternalStore(
    subscribeNever,
    () => window.parent !== window,
    () => true,
  );

export function Header({ onClose }: { onClose: () => void }) {
  const { config, texts } = useSettings();
  const isFramed = useFramed();
  return (
    <header className="flex min-h-14 flex-none items-center gap-2 bg-[var(--chat)] py-2 pe-2 ps-4 text-[var(--on-chat)]">
      <h1 className="min-w-0 flex-1 truncate text-lg">
        <bdi>{config.workspaceName}</bdi>
      </h1>
      {isFramed && (
        <button
          type="button"
          aria-label={texts.header.close}
          onClick={onClose}
          className="grid size-10 flex-none place-items-center rounded-md focus-visible:outline-[var(--on-chat)] focus-visible:-outline-offset-4"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </header>
  );
}
