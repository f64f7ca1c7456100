import { Spinner } from "@/components/ui/spinner";
import type { Panel } from "@/lib/chats/contract";
import { RunningTime } from "./running-time";
import { usePress } from "./use-press";

type Props = { chatId: string; buttonId: string; label: string; me: string; call: Panel["running"][number] | undefined };

/** One press sends one call. While it is under way everyone sees it running, and nobody can press again. */
export function ActionButton({ chatId, buttonId, label, me, call }: Props) {
  const { press, isPending, error, submittedAt } = usePress(chatId, buttonId);
  const isRunning = isPending || call !== undefined;
  const startedAt = call?.startedAt ?? new Date(submittedAt).toISOString();
  return (
    <div>
      <button
        type="button"
        disabled={isRunning}
        aria-busy={isRunning || undefined}
        onClick={press}
        className="flex min-h-[38px] w-full pointer-coarse:min-h-11 items-center gap-2 rounded-md border border-line bg-surface px-3 py-2 text-left font-medium enabled:hover:border-accent disabled:cursor-default disabled:text-soft"
      >
        {isRunning && <Spinner />}
        <span className="min-w-0 wrap-anywhere">{label}</span>
        {isRunning && (
          <span className="ml-auto flex-none font-normal text-soft text-xs tabular-nums" suppressHydrationWarning>
            {call && call.agentName !== me ? `${call.agentName} · ` : ""}
            <RunningTime state={call?.state ?? "sending"} startedAt={startedAt} />
          </span>
        )}
      </button>
      {error && !isRunning && (
        <p role="alert" className="mt-1 text-problem text-xs">
          {error.message}
        </p>
      )}
    </div>
  );
}
