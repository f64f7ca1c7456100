/** Preloaded into a server: its name server is one that the test brings, whatever the machine has. */
import dns from "node:dns";

if (process.env.NAME_SERVER) dns.setServers([process.env.NAME_SERVER]);
