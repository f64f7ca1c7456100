type Process = { args: readonly string[]; env: string[]; cwd: string; user: { uid: number; gid: number } };

const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };
const hidden = ["nosuid", "noexec", "nodev"];

/**
 * A container for an OCI runtime, as `docker run --read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp` makes one,
 * but in the network of the machine and without a filter of system calls.
 */
export const bundle = ({ root, process, volume }: { root: string; process: Process; volume: string }): object => ({
  ociVersion: "1.0.2",
  root: { path: root, readonly: true },
  process: { terminal: false, ...process, capabilities: none, noNewPrivileges: true },
  hostname: "beside",
  mounts: [
    { destination: "/proc", type: "proc", source: "proc", options: hidden },
    { destination: "/dev", type: "tmpfs", source: "tmpfs", options: ["nosuid", "strictatime", "mode=755", "size=64k"] },
    { destination: "/dev/shm", type: "tmpfs", source: "shm", options: [...hidden, "mode=1777", "size=64m"] },
    { destination: "/tmp", type: "tmpfs", source: "tmpfs", options: [...hidden, "mode=1777"] },
    { destination: "/data", type: "bind", source: volume, options: ["bind", "rw"] },
    { destination: "/etc/hosts", type: "bind", source: "/etc/hosts", options: ["bind", "ro"] },
  ],
  linux: {
    namespaces: ["pid", "ipc", "uts", "mount"].map((type) => ({ type })),
    maskedPaths: ["/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/sched_debug"],
    readonlyPaths: ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"],
  },
});
