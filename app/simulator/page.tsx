import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Simulator } from "@/components/channels/simulator/simulator";
import { env } from "@/lib/platform/env";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("simulator.title") };
}

const demoWorkspace = "demo";

/** The customers' side of the chats. The page exists only in the demo. */
export default function SimulatorPage() {
  const t = useTranslations("pages.simulator");
  if (env().DEMO !== "1") notFound();
  return (
    <main>
      <header className="border-line border-b">
        <div className="mx-auto max-w-[1040px] px-6 py-4 max-md:px-3">
          <h1 className="text-lg">{t("title")}</h1>
          <p className="max-w-[76ch] text-soft text-sm">{t("description")}</p>
        </div>
      </header>
      <Simulator workspace={demoWorkspace} />
    </main>
  );
}
