"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef } from "react";
import type { Entry } from "./entries";
import { Layer, type LayerProps } from "./layer";
import { pressOf } from "./listen";
import { strokeOf } from "./match";
import { PaletteSearch } from "./palette-search";
import { isApple } from "./platform";

type PaletteProps = Pick<LayerProps, "isOpen" | "onClose"> & { workspace: string };

/** Searches the commands of the screen, people, messages and events. */
export const Palette = (props: PaletteProps) => <PaletteLayer {...props} isSearch={false} />;

/** The same without commands. */
export const SearchPalette = (props: PaletteProps) => <PaletteLayer {...props} isSearch />;

/** What is chosen runs after the focus is back. */
function PaletteLayer({ workspace, isOpen, onClose, isSearch }: PaletteProps & { isSearch: boolean }) {
  const t = useTranslations("commands");
  const chosen = useRef<Entry | null>(null);

  function runChosen(): void {
    const entry = chosen.current;
    chosen.current = null;
    entry?.run();
  }

  function choose(entry: Entry): void {
    chosen.current = entry;
    onClose();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (strokeOf(pressOf(event.nativeEvent), isApple()) !== "mod+k") return;
    event.preventDefault();
    onClose();
  }

  return (
    <Layer
      isOpen={isOpen}
      onClose={onClose}
      onClosed={runChosen}
      title={t(isSearch ? "searchOnly.title" : "palette")}
      isTitleHidden
      onKeyDown={onKeyDown}
    >
      <PaletteSearch workspace={workspace} isSearch={isSearch} onChoose={choose} />
    </Layer>
  );
}
