/** Limits the number of concurrent calls. Further calls wait until another call ends. */
export type Limit = <R>(call: () => Promise<R>) => Promise<R>;

export function createLimit(maxConcurrent: number): Limit {
  const waiting: (() => void)[] = [];
  let freeSlots = maxConcurrent;
  return async (call) => {
    if (freeSlots > 0) freeSlots -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else freeSlots += 1;
    }
  };
}
