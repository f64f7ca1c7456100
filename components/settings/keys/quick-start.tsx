"use client";

import { useSyncExternalStore } from "react";
import { Panel } from "@/components/ui/panel";
import { CodeSample } from "./code-sample";

const never = () => () => {};

const contactSample = (base: string) => `curl -X PUT ${base}/contacts/user_8841 \\
  -H "Authorization: Bearer $BESIDE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "name": "Ada Okafor", "email": "ada@example.com",
        "phone": "+44 7911 123456", "attributes": { "plan": "pro" } }'`;

const eventSample = (base: string) => `curl -X POST ${base}/events \\
  -H "Authorization: Bearer $BESIDE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "event": "Payment failed", "userId": "user_8841",
        "properties": { "amount": "59.90 EUR", "reference": "INV-2041" } }'`;

/** The address in the samples is the one in the browser; the server's guess of it stands until the browser answers. */
export function QuickStart({ guessedOrigin }: { guessedOrigin: string }) {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => guessedOrigin,
  );
  const base = `${origin}/api/v1`;

  return (
    <Panel
      title="Quick start"
      description="Put your key into BESIDE_KEY and try both in a terminal"
      action={
        <a href="/api/v1/openapi.json" className="font-medium text-accent text-sm underline underline-offset-2">
          OpenAPI document
        </a>
      }
    >
      <div className="grid gap-5">
        <CodeSample title="Send a contact" text={contactSample(base)}>
          Makes the contact or changes the fields that are sent. Chats with the same verified phone are linked to it.
        </CodeSample>
        <CodeSample title="Record an event" text={eventSample(base)}>
          A card appears in every active chat with the contact. This one counts as a problem because of its name: it stands on top, in red.
        </CodeSample>
      </div>
    </Panel>
  );
}
