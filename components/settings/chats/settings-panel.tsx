import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { useUnsaved } from "@/components/settings/shared/use-unsaved";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { chatSettingsQuery } from "@/lib/chats/browser/settings";
import type { ChatSettings } from "@/lib/chats/settings/contract";
import { changeChatSettings } from "@/lib/chats/settings/endpoints";

export type ChatSettingsProps = { workspace: string; initial: ChatSettings };
type Choose = (part: Partial<ChatSettings>) => void;

type Props = ChatSettingsProps & {
  title: string;
  description: string;
  note: string;
  /** What the toast says once it is saved. */
  savedText: (saved: ChatSettings) => string;
  /** The fields, with what is chosen and what is saved. */
  children: (chosen: ChatSettings, choose: Choose, saved: ChatSettings) => ReactNode;
};

/** Some of the settings of chats, with their own Save: it sends only what was changed here. */
export function ChatSettingsPanel({ workspace, initial, title, description, note, savedText, children }: Props) {
  const query = chatSettingsQuery(workspace);
  const { data: saved } = useQuery({ ...query, initialData: initial });
  const [selected, setSelected] = useState<Partial<ChatSettings>>({});
  const queries = useQueryClient();
  const common = useTranslations("common");
  const chosen: ChatSettings = { ...saved, ...selected };
  const changed = Object.fromEntries(Object.entries(selected).filter(([name, value]) => value !== saved[name as keyof ChatSettings]));
  const isSaved = Object.keys(changed).length === 0;
  useUnsaved(!isSaved);

  const change = useMutation({
    mutationFn: () => call(changeChatSettings, { params: { workspace }, body: changed }),
    onSuccess: (reply) => {
      queries.setQueryData(query.queryKey, reply);
      setSelected({});
      toast.success(savedText(reply));
    },
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    change.mutate();
  }

  return (
    <Panel title={title} description={description}>
      <form method="post" onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
        {children(chosen, (part) => setSelected((now) => ({ ...now, ...part })), saved)}
        <Button type="submit" variant="primary" disabled={isSaved} busy={change.isPending}>
          {common("save")}
        </Button>
      </form>
      {change.error && <Alert className="mt-3">{change.error.message}</Alert>}
      <p className="mt-3 max-w-[62ch] text-pretty text-soft text-sm">{note}</p>
    </Panel>
  );
}
