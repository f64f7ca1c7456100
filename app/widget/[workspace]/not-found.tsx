import { widgetTexts } from "@/lib/messages/widget";

/** Without settings the language of the page around is all that would be known. */
export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center text-soft">
      <h1 className="font-normal text-base">{widgetTexts.en.notice.off}</h1>
    </main>
  );
}
