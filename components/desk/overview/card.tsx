"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { DownloadLink } from "@/components/ui/download-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { Table } from "@/lib/desk/overview/shared/table";
import type { ChartProps } from "./charts/chart";
import { DataTable } from "./data-table";

const chartLoader = loader(() => import("./charts/chart").then(({ Chart }) => Chart));

const aboutStyle = "mb-2 max-w-[80ch] text-pretty text-soft text-sm";

type CardProps = {
  title: string;
  about: string;
  /** The most important numbers, in a sentence. */
  summary: ReactNode;
  /** Where the file of these numbers is. */
  file: string;
  table: Table;
  chart: ChartProps;
};

/** One chart: a sentence, a picture for the eye, the same numbers as a table, and a file. */
export function Card({ title, about, summary, file, table, chart }: CardProps) {
  const t = useTranslations("overview");
  const [isTable, setTable] = useState(false);
  return (
    <Panel
      title={title}
      action={
        <div className="flex gap-2">
          <Button aria-label={t(isTable ? "showChartOf" : "showTableOf", { title })} onClick={() => setTable(!isTable)}>
            {t(isTable ? "showChart" : "showTable")}
          </Button>
          <DownloadLink href={file} label={t("downloadOf", { title })}>
            {t("download")}
          </DownloadLink>
        </div>
      }
    >
      <p className={aboutStyle}>{about}</p>
      <div className="mb-3 flex flex-col gap-1">{summary}</div>
      {!isTable && <Picture chart={chart} />}
      <DataTable title={title} table={table} isShown={isTable} />
    </Panel>
  );
}

function Picture({ chart }: { chart: ChartProps }) {
  const Chart = useLoaded(chartLoader, true);
  return <div aria-hidden>{Chart ? <Chart {...chart} /> : <Skeleton className="h-60 w-full" />}</div>;
}

type EmptyCardProps = { title: string; about: string; empty: string; hint: string; link?: { href: string; text: string } };

/** What would be here, and how it comes. */
export const EmptyCard = ({ title, about, empty, hint, link }: EmptyCardProps) => (
  <Panel title={title}>
    <p className={aboutStyle}>{about}</p>
    <EmptyState
      title={empty}
      action={
        link && (
          <Link href={link.href} className="rounded-sm font-medium text-accent underline underline-offset-2">
            {link.text}
          </Link>
        )
      }
    >
      {hint}
    </EmptyState>
  </Panel>
);
