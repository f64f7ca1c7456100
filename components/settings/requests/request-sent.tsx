import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useOrigin } from "@/components/settings/shared/use-origin";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { quote } from "@/lib/actions/calls/shared/curl";
import { prettyJson } from "@/lib/kernel/pretty-json";
import { requestQuery } from "@/lib/workspace/request-log/browser/queries";
import type { ApiRequest } from "@/lib/workspace/request-log/contract";

const isJson = (text: string): boolean => text.startsWith("{") && prettyJson(text) !== text;

/** The same call again. The key comes from a variable, because no key is stored. */
function curlOf(origin: string, { method, path }: Pick<ApiRequest, "method" | "path">, body: string | null): string {
  const sent = body !== null && isJson(body) ? ['-H "Content-Type: application/json"', `--data-raw ${quote(prettyJson(body))}`] : [];
  return [`curl -X ${method} ${quote(`${origin}${path}`)}`, '-H "Authorization: Bearer $BESIDE_KEY"', ...sent].join(" \\\n  ");
}

const Text = ({ label, text }: { label: string; text: string }) => (
  <div className="min-w-0">
    <p className="mb-1 text-soft text-xs">{label}</p>
    <pre className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5">
      {text}
    </pre>
  </div>
);

type Props = { workspace: string; request: ApiRequest; guessedOrigin: string };

/** What a request sent and was answered, without any value. */
export function RequestSent({ workspace, request, guessedOrigin }: Props) {
  const t = useTranslations("settings.requests");
  const origin = useOrigin(guessedOrigin);
  const { data, error } = useQuery(requestQuery(workspace, request.id));
  if (error) return <p className="px-4 pb-4 text-problem text-sm md:ps-11">{error.message}</p>;
  if (!data)
    return (
      <div role="status" aria-label={t("sentLoading")} className="px-4 pb-4 md:ps-11">
        <Skeleton className="h-16 w-full" />
      </div>
    );
  const { body, answer } = data;
  return (
    <div className="grid gap-3 px-4 pb-4 md:ps-11">
      {body !== null && <Text label={t("sent")} text={prettyJson(body)} />}
      {answer !== null && <Text label={t("answer")} text={prettyJson(answer)} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-pretty text-soft text-xs">{t(body === null ? "notKept" : "masked")}</p>
        <CopyButton text={curlOf(origin, request, body)} label={t("copyCurl")} word={t("copyCurl")} />
      </div>
    </div>
  );
}
