import { useTranslations } from "next-intl";
import { channelNames } from "@/lib/chats/shared/channels";
import { agentName, sum, tableOf } from "@/lib/desk/overview/shared/table";
import { Card, EmptyCard } from "./card";
import type { Fill } from "./charts/fills";
import { fileOf, type Shown } from "./shown";
import { Since } from "./since";
import { bold } from "./summary";

const fills: Fill[] = ["ok", "accentStripes", "softLines", "textGrid"];

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
        series: channelNames.map((name, index) => ({ name: t(`channels.${name}`), fill: fills[index] ?? "edge" })),
        rows: agents.map(({ agent, counts }) => {
          const values = channelNames.map((name) => counts[name]);
          return { id: agent?.id ?? "", label: agentName(t, agent), note: format.count(sum(values)), values };
        }),
      }}
    />
  );
}
