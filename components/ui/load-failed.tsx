import { useTranslations } from "next-intl";
import { Alert } from "./alert";
import { Button } from "./button";

type LoadFailedProps = { error: Error; isFetching: boolean; refetch: () => unknown; className?: string };

/** Why a query failed, and a button that runs it again. */
export function LoadFailed({ error, isFetching, refetch, className }: LoadFailedProps) {
  const t = useTranslations("common");
  return (
    <Alert
      {...(className && { className })}
      action={
        <Button busy={isFetching} onClick={() => refetch()}>
          {t("tryAgain")}
        </Button>
      }
    >
      {error.message}
    </Alert>
  );
}
