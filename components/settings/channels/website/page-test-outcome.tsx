import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { PageTestView, WebsiteView } from "@/lib/channels/website/contract";
import { useWebsite } from "./use-website";

type Props = {
  workspace: string;
  view: WebsiteView;
  /** The page, with the token. */
  address: string;
  /** Null once it has ended. */
  test: PageTestView | null;
  /** The test that was begun here. */
  ownId: string;
  isSilent: boolean;
};

const code = (chunks: ReactNode) => <code className="break-all font-mono text-[0.92em]">{chunks}</code>;
const bold = (chunks: ReactNode) => (
  <b className="wrap-anywhere">
    <bdi>{chunks}</bdi>
  </b>
);

/** What became of the chat on the page, and what to do about it. */
export function PageTestOutcome(props: Props) {
  const t = useTranslations("settings.website.test");
  const { view, address, test, ownId, isSilent } = props;
  const loader = new URL(view.snippet.split('"')[1] ?? address);
  const about = { b: bold, code, home: loader.origin, file: loader.pathname, page: new URL(address).origin, origin: test?.origin ?? "" };

  const outcome = () => {
    if (test === null) return <Alert tone="warning">{t("ended")}</Alert>;
    if (test.id !== ownId) return <Alert tone="warning">{t("replaced")}</Alert>;
    switch (test.outcome) {
      case "shown":
        return <Alert tone="good">{t.rich("shown", about)}</Alert>;
      case "refused":
        return <Refused {...props} origin={test.origin} />;
      case "blocked":
        return <Alert>{t.rich("blocked", about)}</Alert>;
      case "other":
        return <Alert>{t.rich("other", about)}</Alert>;
      case "off":
        return <Alert>{t("off")}</Alert>;
      case "loaded":
        return <Waiting>{t.rich("loaded", about)}</Waiting>;
      case null:
        return isSilent ? (
          <Alert tone="warning">
            <p className="font-medium">{t("silent")}</p>
            <ol className="mt-1 list-decimal space-y-1 ps-5">
              <li>{t.rich("silentLine", about)}</li>
              <li>{t.rich("silentPolicy", about)}</li>
              <li>{t.rich("silentBrowser", about)}</li>
            </ol>
          </Alert>
        ) : (
          <Waiting>{t.rich("waiting", about)}</Waiting>
        );
    }
  };
  return (
    <div className="mt-4 grid gap-2">
      {outcome()}
      {test?.id === ownId && test.outcome === null && (
        <p className="text-soft text-xs">
          {t.rich("notOpened", {
            a: (chunks) => (
              <a href={address} target="_blank" rel="noreferrer" className="font-medium text-accent underline underline-offset-2">
                {chunks}
              </a>
            ),
          })}
        </p>
      )}
    </div>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-2 text-soft text-sm">
      <Spinner />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** Only what the browser said of the page can be added. */
function Refused({ workspace, view: { settings }, origin }: Props & { origin: string | null }) {
  const t = useTranslations("settings.website.test");
  const { save } = useWebsite(workspace);
  if (origin === null) return <Alert>{t("refusedNowhere")}</Alert>;
  if (settings.allowedOrigins.includes(origin)) return <Alert tone="good">{t.rich("allowed", { origin, b: bold })}</Alert>;
  return (
    <Alert
      action={
        <Button busy={save.isPending} onClick={() => save.mutate({ ...settings, allowedOrigins: [...settings.allowedOrigins, origin] })}>
          {t("allow")}
        </Button>
      }
    >
      {save.error?.message ?? t.rich("refused", { origin, b: bold })}
    </Alert>
  );
}
