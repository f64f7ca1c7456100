/** Preloaded into a server: replaces its name server with the test's. */
import dns from "node:dns";

if (process.env.NAME_SERVER) dns.setServers([process.env.NAME_SERVER]);
