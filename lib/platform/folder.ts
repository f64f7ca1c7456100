import { mkdirSync } from "node:fs";

/**
 * Creates a folder that only the user who runs Beside may open; one that is there stays as it is.
 * @throws an error for the operator when it cannot be created
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `The data folder ${folder} cannot be created (${code}). Create it for the user that runs Beside, or choose another with DATA_DIR.`,
    );
  }
}
