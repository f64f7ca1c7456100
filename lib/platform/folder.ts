import { accessSync, constants, mkdirSync } from "node:fs";

/**
 * Creates a folder that only the user who runs Beside may open; one that is there stays as it is.
 * @throws an error for the operator when it cannot be created or written
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `The data folder ${folder} cannot be created or written (${code}). Give it to the user that runs Beside, which is 1000 in the image, or choose another with DATA_DIR.`,
    );
  }
}
