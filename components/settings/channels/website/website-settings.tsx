"use client";

import { useQuery } from "@tanstack/react-query";
import type { Sample } from "@/components/settings/channels/samples";
import { websiteQuery } from "@/lib/channels/website/browser/queries";
import type { WebsiteView } from "@/lib/channels/website/contract";
import { IdentifyPanel } from "./identify-panel";
import { IdentifySecret } from "./identify-secret";
import { PageTest } from "./page-test";
import { SnippetPanel } from "./snippet-panel";
import { WebsiteForm } from "./website-form";

type WebsiteSettingsProps = { workspace: string; name: string; initial: WebsiteView; samples: Sample[] };

export function WebsiteSettings({ workspace, name, initial, samples }: WebsiteSettingsProps) {
  const { data: view } = useQuery({ ...websiteQuery(workspace), initialData: initial });
  return (
    <>
      <SnippetPanel workspace={workspace} view={view} />
      <PageTest workspace={workspace} view={view} />
      <WebsiteForm workspace={workspace} name={name} saved={view.settings} />
      <IdentifySecret workspace={workspace} view={view.secret} />
      <IdentifyPanel samples={samples} />
    </>
  );
}
