import { close } from "@/lib/db";
import { rotateSecretKey } from "@/lib/operator/secret-key";
import { tell } from "./hear";

// The change of the installation's key, which no running process may do.
await rotateSecretKey();
await close();
tell();
