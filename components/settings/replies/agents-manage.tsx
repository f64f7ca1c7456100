"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { replySettingsQuery } from "@/lib/chats/replies/browser/queries";
import type { ReplySettings } from "@/lib/chats/replies/contract";
import { changeReplySettings } from "@/lib/chats/replies/endpoints";

/** Whether agents change saved replies too. */
export function AgentsManage({ workspace, initial }: { workspace: string; initial: ReplySettings }) {
  const t = useTranslations("settings.replies.agents");
  const queries = useQueryClient();
  const query = replySettingsQuery(workspace);
  const { data } = useQuery({ ...query, initialData: initial });
  const change = useMutation({
    mutationFn: (agentsManage: boolean) => call(changeReplySettings, { params: { workspace }, body: { agentsManage } }),
    onMutate: (agentsManage) => {
      queries.setQueryData(query.queryKey, { agentsManage });
    },
    onSuccess: ({ agentsManage }) => toast.success(t(agentsManage ? "allowed" : "notAllowed")),
    onError: (error) => {
      toast.error(error.message);
      void queries.invalidateQueries(query);
    },
  });
  return (
    <Panel title={t("title")}>
      <OptionSwitch title={t("label")} hint={t("hint")} checked={data.agentsManage} onChange={change.mutate} />
    </Panel>
  );
}
