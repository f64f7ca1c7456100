import { execFile } from "node:child_process";
import { shortLivedFlags } from "./server";

/** Re-encrypts what a folder holds, with the command of an operator; returns what it printed. */
export const rotateKey = (dataDir: string, next: string) =>
  new Promise<string>((resolve, reject) => {
    const env = { ...process.env, DATA_DIR: dataDir, SECRET_KEY_NEXT: next };
    const args = [...shortLivedFlags, "--import", "tsx", "lib/ops/cli.ts", "rotate-secret-key"];
    execFile(process.execPath, args, { env }, (failed, out, error) => (failed ? reject(new Error(error)) : resolve(out)));
  });
