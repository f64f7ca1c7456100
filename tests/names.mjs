/** Preloaded into a server: the name server of its machine is one that the test brings. */
import dns from "node:dns";

dns.setServers([process.env.NAME_SERVER]);
