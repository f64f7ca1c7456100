import { useTranslations } from "next-intl";
import { agentName, tableOf } from "@/lib/desk/overview/shared/table";
import { Card, EmptyCard } from "./card";
import { fileOf, type Shown } from "./shown";
import { Since } from "./since";
import { bold } from "./summary";

export function ChatsCard(shown: Shown) {
  const t = useTranslations("overview");
  const { overview, format } = shown;
  const { agents, since } = overview.chats;
  const texts = { title: t("chats.title"), about: t("chats.about") };
  if (agents.length === 0) return <EmptyCard {...texts} empty={t("chats.empty")} hint={t("chats.emptyHint")} />;
  return (
    <Card
      {...texts}
      file={fileOf(shown, "chats")}
      table={tableOf.chats(t, overview, format)}
      summary={
        <>
          <p>{t.rich("chats.summary", { count: agents.filter(({ agent }) => agent !== null).length, b: bold })}</p>
          <Since at={since} reader={shown.reader} />
        </>
      }
      chart={{
        kind: "bars",
        series: [
          { name: t("channels.whatsapp"), fill: "ok" },
          { name: t("channels.website"), fill: "accentStripes" },
        ],
        rows: agents.map(({ agent, counts: { whatsapp, website } }) => ({
          id: agent?.id ?? "",
          label: agentName(t, agent),
          note: format.count(whatsapp + website),
          values: [whatsapp, website],
        })),
      }}
    />
  );
}
