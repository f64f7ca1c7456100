"use client";

import { useQuery } from "@tanstack/react-query";
import { MessageSquareDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useLive } from "@/components/desk/shared/live";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LoadFailed } from "@/components/ui/load-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { templatesQuery } from "@/lib/channels/whatsapp/browser/queries";
import type { Template } from "@/lib/channels/whatsapp/contract";
import { TemplateRow } from "./template-row";
import { findTemplates, templateKey } from "./templates";

/** The approved templates, with a search. */
export function TemplateList({ onChoose }: { onChoose: (template: Template) => void }) {
  const t = useTranslations("chat.templates");
  const common = useTranslations("common");
  const { workspace } = useLive();
  const { data, error, isFetching, refetch } = useQuery(templatesQuery(workspace));
  const [search, setSearch] = useState("");

  if (error) {
    return <LoadFailed error={error} isFetching={isFetching} refetch={refetch} />;
  }
  if (!data) {
    return (
      <div aria-busy="true">
        <span role="status" className="sr-only">
          {common("loading")}
        </span>
        <Skeleton className="mb-3 h-9 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  }
  if (data.templates.length === 0) {
    return (
      <EmptyState icon={<MessageSquareDashed />} title={t("noneTitle")}>
        {data.problem ?? t("none")}
      </EmptyState>
    );
  }

  const found = findTemplates(data.templates, search);
  return (
    <>
      <Field label={t("search")}>
        <Input type="search" autoFocus autoComplete="off" value={search} onChange={({ target }) => setSearch(target.value)} />
      </Field>
      <p role="status" className="mt-2 mb-2 text-soft text-xs">
        {t("found", { count: found.length })}
      </p>
      {found.length > 0 && (
        <ul aria-label={t("label")} className="divide-y divide-line rounded-md border border-line">
          {found.map((template) => (
            <TemplateRow key={templateKey(template)} template={template} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </>
  );
}
