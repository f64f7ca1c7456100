import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { call } from "@/lib/browser/call";
import { watchQuery } from "@/lib/channels/browser/queries";
import { playMessage } from "@/lib/channels/endpoints";
import { newId } from "@/lib/kernel/ids";
import { CustomerMessages } from "./customer-messages";
import { MessageForm } from "./message-form";
import { lineOf, type Person } from "./people";

/** The customer's phone: only messages to and from them. */
export function Phone({ workspace, person }: { workspace: string; person: Person }) {
  const t = useTranslations("simulator");
  const line = useTranslations("simulator.person");
  const client = useQueryClient();
  const query = watchQuery(workspace, person.from);
  const { data, error } = useQuery(query);
  const send = useMutation({
    mutationFn: (text: string) => call(playMessage, { params: { workspace }, body: { id: newId(), from: person.from, text } }),
    onSuccess: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const agentsScreen = `/${workspace}/chats${send.data ? `/${send.data.chatId}` : ""}`;

  return (
    <section
      aria-label={t("screen", { name: person.name })}
      className="mx-auto flex h-[640px] max-h-[calc(100dvh-48px)] w-full max-w-[400px] flex-col overflow-hidden rounded-[24px] border border-line bg-surface max-md:h-[520px] max-md:max-w-none"
    >
      <header className="flex h-14 flex-none items-center gap-2 border-line border-b px-4">
        <div className="min-w-0 flex-1">
          <h2 className="truncate">{person.name}</h2>
          <p className="truncate text-soft text-xs">{lineOf(line, person)}</p>
        </div>
        <a
          href={agentsScreen}
          target="_blank"
          rel="noreferrer"
          className="flex flex-none items-center gap-1 rounded-sm text-accent text-sm underline-offset-2 hover:underline"
        >
          {t("agentScreen")}
          <ExternalLink className="size-3.5" />
        </a>
      </header>
      <CustomerMessages messages={data?.messages} problem={error?.message} />
      <MessageForm isSending={send.isPending} problem={send.error?.message} onSend={send.mutate} />
    </section>
  );
}
