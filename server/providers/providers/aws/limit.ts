/** Limits concurrent calls; further calls wait for a free slot. */
export type Limit = <R>(call: () => Promise<R>) => Promise<R>;

export function createLimit(maxConcurrent: number): Limit {
  const waiting: (() => void)[] = [];
  let free = maxConcurrent;
  return async (call) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
