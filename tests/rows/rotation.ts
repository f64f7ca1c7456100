import { close } from "@/lib/db";
import { rotateSecretKey } from "@/lib/operator/secret-key";
import { report } from "./observe";

// Changing the installation's key needs a process that has not opened the database yet.
await rotateSecretKey();
await close();
report();
