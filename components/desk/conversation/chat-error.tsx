import { useParams } from "next/navigation";
import { useRef } from "react";
import { useLive } from "@/components/desk/shared/live";
import { ErrorNotice } from "@/components/shell/error-notice";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { digestOf } from "@/lib/browser/digest";
import { getPanel } from "@/lib/desk/panel/endpoints";
import { hasCode } from "@/lib/kernel/errors";

export type ChatErrorProps = { error: unknown; retry: () => void };

/** The chat list beside it stays usable. */
export function ChatError({ error, retry }: ChatErrorProps) {
  const { workspace, live } = useLive();
  const { chatId = "" } = useParams<{ chatId?: string }>();
  const isTrying = useRef(false);

  // A retry renders the layouts too. While the server still fails, that would replace the list by an error.
  async function tryAgain(): Promise<void> {
    if (isTrying.current) return;
    isTrying.current = true;
    try {
      await call(getPanel, { params: { workspace, chatId } });
      start();
    } catch (failure) {
      if (hasCode(failure, "not_found")) start();
      else if (failure instanceof Error) toast.error(failure.message);
    } finally {
      isTrying.current = false;
    }
  }

  function start(): void {
    live.forget(chatId);
    retry();
  }

  return (
    <div className="grid h-full place-items-center bg-surface">
      <ErrorNotice digest={digestOf(error)} onRetry={() => void tryAgain()} />
    </div>
  );
}
