/** What `reply` becomes within so many milliseconds. @throws an error with the code LATE */
export function within<T>(ms: number, reply: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(Object.assign(new Error("late"), { code: "LATE" }));
    // If this process itself was blocked, the reply may have arrived unread: it is read before `setImmediate`.
    const timer = setTimeout(() => setImmediate(late), ms);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
