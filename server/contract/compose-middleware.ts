import type { RequestHandler } from 'express';

/** Runs middleware in sequence like an Express router, but without matching a path for each. */
export function composeMiddleware(steps: readonly RequestHandler[]): RequestHandler {
  return (req, res, done) => {
    const take = (index: number): void => {
      const step = steps[index];
      if (!step) return done();
      try {
        const ended: unknown = step(req, res, (error?: unknown) => (error === undefined ? take(index + 1) : done(error)));
        if (ended instanceof Promise) ended.catch(done);
      } catch (error) {
        done(error);
      }
    };
    take(0);
  };
}
