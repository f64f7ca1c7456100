/** Assumptions: round figures of ordinary rented machines, and how much of each part may be used at the busiest time. */
export type Machine = {
  /** An instance is one process, which uses one core. */
  instance: { use: number; memoryBytes: number; min: number };
  database: {
    cores: number;
    use: number;
    diskBytes: number;
    diskUse: number;
    logBytesPerSecond: number;
    maxConnections: number;
    /** For the operator, backups and replication. */
    reservedConnections: number;
  };
  /** Redis runs commands on one core. */
  redis: { use: number };
  /** Share of an instance's core for reading what the others notify it of: above that, more instances help little. */
  busUse: number;
  /** A standby for each node. */
  copies: number;
};

const gigabyte = 1e9;

export const machine: Machine = {
  instance: { use: 0.6, memoryBytes: 2 * gigabyte, min: 2 },
  database: {
    cores: 16,
    use: 0.5,
    diskBytes: 4_000 * gigabyte,
    diskUse: 0.7,
    logBytesPerSecond: 50e6,
    maxConnections: 500,
    reservedConnections: 20,
  },
  redis: { use: 0.5 },
  busUse: 0.2,
  copies: 2,
};

/** For a month, in a currency of your choice. Nobody's price list. */
export type Prices = { instance: number; databaseCore: number; diskGigabyte: number; redis: number; networkGigabyte: number };

export const prices: Prices = { instance: 25, databaseCore: 60, diskGigabyte: 0.15, redis: 50, networkGigabyte: 0.05 };

/** As lib/platform/db/timeouts.ts has them, and one more while an instance starts. */
export const connectionsEach = 11;
