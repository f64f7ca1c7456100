"use client";

import { RotateCcw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function ChatError({ retry }: { retry: () => void }) {
  return (
    <div className="grid h-full place-items-center bg-surface">
      <EmptyState icon={<RotateCcw />} title="This chat could not be shown" action={<Button onClick={() => retry()}>Try again</Button>}>
        Something went wrong on our side. Nothing that was written is lost.
      </EmptyState>
    </div>
  );
}
