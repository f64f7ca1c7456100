/** A command with the key filled in, once there is one. */
export const withKey = (command: string, secret = "$BESIDE_KEY"): string => command.replaceAll("$BESIDE_KEY", () => secret);
