"use client";

import { useEffect } from "react";
import { ChatView } from "./view/chat-view";
import { Header } from "./view/header";
import { LiveContext } from "./view/live";
import { SettingsContext, type WidgetSettings } from "./view/settings";
import { useSession } from "./view/use-session";

/** The chat within its frame on a customer's page. */
export function Widget(settings: WidgetSettings) {
  const { language, texts, config, textOnColour } = settings;
  const { host, session, isOpen } = useSession(settings);
  const colours = { "--chat": config.colour, "--on-chat": textOnColour, accentColor: config.colour };

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  useEffect(() => {
    // While an input method composes a character, Escape belongs to it.
    const closeByKey = ({ key, isComposing }: KeyboardEvent) => key === "Escape" && !isComposing && host?.send({ kind: "close" });
    window.addEventListener("keydown", closeByKey);
    return () => window.removeEventListener("keydown", closeByKey);
  }, [host]);

  return (
    <SettingsContext value={settings}>
      <main lang={language} aria-label={texts.launcher.region} style={colours} className="flex h-dvh flex-col overflow-hidden bg-surface">
        <Header onClose={() => host?.send({ kind: "close" })} />
        {host && session ? (
          <LiveContext value={session.live}>
            <ChatView key={session.token} host={host} session={session} isOpen={isOpen} />
          </LiveContext>
        ) : (
          <p role="status" className="p-6 text-center text-soft">
            {texts.notice.loading}
          </p>
        )}
      </main>
    </SettingsContext>
  );
}
