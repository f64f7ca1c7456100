import type { ReactNode } from "react";
import type { SecretView } from "@/lib/workspace/secrets/contract";

/** The texts of one kind of secret. The words on the buttons are the same for all kinds. */
type SecretTexts = {
  title: string;
  description: string;
  label: string;
  copy: string;
  rotateTitle: string;
  rotateBody: string;
  dropBody: string;
  newTitle: string;
  newBody: string;
  /** "Two secrets are valid for 21 h 14 min." and what that means. */
  overlap: (time: ReactNode) => ReactNode;
  endBody: string;
  ended: string;
};

/** A secret that rotates with an overlap: how it is fetched and changed. `shown` is the `createdAt` of the secret on the screen. */
export type SecretKind = {
  view: SecretView;
  texts: SecretTexts;
  reveal: () => Promise<{ secret: string }>;
  rotate: (body: { dropOldest: boolean; shown: string }) => Promise<{ secret: string; view: SecretView }>;
  endOverlap: (body: { shown: string }) => Promise<SecretView>;
  onChange: (view: SecretView) => void;
  /** Fetches what the screen shows once more, because an error may mean that it has changed. */
  refresh: () => void;
};
