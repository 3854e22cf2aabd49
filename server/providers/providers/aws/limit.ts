/** Limits the number of concurrent calls. Further calls wait until another call ends. */
export type Limit = <R>(call: () => Promise<R>) => Promise<R>;

export function createLimit(maxConcurrent: number): Limit {
  const waitingCalls: (() => void)[] = [];
  let freeSlots = maxConcurrent;
  return async (call) => {
    if (freeSlots > 0) freeSlots -= 1;
    else await new Promise<void>((resolve) => waitingCalls.push(resolve));
    try {
      return await call();
    } finally {
      const next = waitingCalls.shift();
      if (next) next();
      else freeSlots += 1;
    }
  };
}
