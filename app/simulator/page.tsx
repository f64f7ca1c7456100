import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Simulator } from "@/components/simulator/simulator";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Simulator" };

const demoWorkspace = "demo";

/** The customers' side of the chats. There is no such page outside the demo. */
export default function SimulatorPage() {
  if (env().DEMO !== "1") notFound();
  return (
    <main>
      <header className="border-line border-b">
        <div className="mx-auto max-w-[1040px] px-6 py-4 max-md:px-3">
          <h1 className="text-lg">Simulator</h1>
          <p className="max-w-[76ch] text-soft text-sm">
            Be the customer. What you write here takes the same way as a message from WhatsApp or the website, and you see what the customer
            sees: never a note, an event or a button.
          </p>
        </div>
      </header>
      <Simulator workspace={demoWorkspace} />
    </main>
  );
}
