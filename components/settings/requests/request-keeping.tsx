"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { requestSettingsQuery, requestsKey } from "@/lib/workspace/request-log/browser/queries";
import type { RequestSettings } from "@/lib/workspace/request-log/contract";
import { changeRequestSettings } from "@/lib/workspace/request-log/endpoints";

/** Whether the log has what refused requests sent. */
export function RequestKeeping({ workspace, initial }: { workspace: string; initial: RequestSettings }) {
  const t = useTranslations("settings.requests.keeping");
  const queries = useQueryClient();
  const query = requestSettingsQuery(workspace);
  const { data } = useQuery({ ...query, initialData: initial });
  const change = useMutation({
    mutationFn: (keepsBodies: boolean) => call(changeRequestSettings, { params: { workspace }, body: { keepsBodies } }),
    onMutate: (keepsBodies) => {
      queries.setQueryData(query.queryKey, { keepsBodies });
    },
    onSuccess: ({ keepsBodies }) => {
      toast.success(t(keepsBodies ? "on" : "off"));
      queries.removeQueries({ queryKey: ["w", workspace, "request"] });
      void queries.invalidateQueries({ queryKey: requestsKey(workspace) });
    },
    onError: (error) => {
      toast.error(error.message);
      void queries.invalidateQueries(query);
    },
  });
  return (
    <Panel title={t("title")}>
      <OptionSwitch title={t("label")} hint={t("hint")} checked={data.keepsBodies} onChange={change.mutate} />
    </Panel>
  );
}
