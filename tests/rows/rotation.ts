import { rotateSecretKey } from "@/lib/ops/secret-key";
import { close } from "@/lib/platform/db";
import { report } from "./observe";

// Changing the installation's key needs a process that has not opened the database yet.
await rotateSecretKey();
await close();
report();
