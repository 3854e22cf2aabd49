/** Lets a number of calls at a time through; the others wait for their turn. */
export type Limit = <R>(call: () => Promise<R>) => Promise<R>;

export function limitTo(most: number): Limit {
  const waiting: (() => void)[] = [];
  let free = most;
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
