"use client";

import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

type ErrorNoticeProps = { digest: string | undefined; onRetry: () => void };

/** The digest is the only thing that leads to the cause, in the server's log. */
export function ErrorNotice({ digest, onRetry }: ErrorNoticeProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<CircleAlert />}
        title="This page could not be shown"
        isPage
        action={
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        <p>Nothing that you or your customers sent was lost.</p>
        {digest && (
          <p className="mt-2 text-xs">
            Tell support this number: <code className="font-mono">{digest}</code>
          </p>
        )}
      </EmptyState>
    </div>
  );
}
