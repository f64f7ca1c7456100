// Runs before everything else in the browser. The pages' policy forbids scripts from text, which zod would try at its first
// schema. The server checks every call, and may. zod finds its configuration here; importing zod would load it on every page, also
// on those that use none of it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
