import { Terminal } from "lucide-react";
import { RelativeTime } from "@/components/time/relative-time";
import { Avatar } from "@/components/ui/avatar";
import { Named } from "@/components/ui/named";
import type { Entry } from "@/lib/domain/audit/contract";
import { linesOf, words } from "@/lib/domain/audit/shared/words";

export function AuditRow({ entry }: { entry: Entry }) {
  const { createdAt, actor, what, details } = entry;
  const lines = linesOf(details);
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)_auto] gap-x-3 px-4 py-3">
      {/* A member may call themselves "Command line"; only the command line has this. */}
      {actor.accountId === null ? (
        <span aria-hidden className="grid size-7 place-items-center rounded-full border border-line text-soft">
          <Terminal className="size-3.5" />
        </span>
      ) : (
        <Avatar name={actor.name} size={28} />
      )}
      <div className="min-w-0 pt-1">
        <p className="wrap-anywhere">
          <bdi className="font-semibold">{actor.name}</bdi> <Named text={words[what].says(entry)} name={entry.subject} />
        </p>
        {lines.length > 0 && (
          <ul className="mt-1 flex flex-col gap-0.5 text-soft text-xs">
            {lines.map(({ name, from, to }) => (
              <li key={name} className="wrap-anywhere whitespace-pre-line">
                {name}:{" "}
                {from !== undefined && (
                  <>
                    <bdi>{from}</bdi> <span aria-hidden>→</span>
                    <span className="sr-only">became</span>{" "}
                  </>
                )}
                <bdi className="text-text">{to}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
      <RelativeTime at={createdAt} ago className="pt-1.5 text-soft text-xs" />
    </li>
  );
}
