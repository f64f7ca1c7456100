import { z } from "zod";

// Runs before everything else in the browser. The pages' policy forbids scripts from text, which zod would try at its first
// schema. The server checks every call, and may.
z.config({ jitless: true });
