import type { RequestHandler } from 'express';

/** Runs middleware in sequence like an Express router, but without matching a path for each step. */
export function composeMiddleware(steps: readonly RequestHandler[]): RequestHandler {
  return (req, res, done) => {
    const runStep = (index: number): void => {
      const step = steps[index];
      if (!step) return done();
      try {
        const result: unknown = step(req, res, (error?: unknown) => (error === undefined ? runStep(index + 1) : done(error)));
        if (result instanceof Promise) result.catch(done);
      } catch (error) {
        done(error);
      }
    };
    runStep(0);
  };
}
