/** `/_sandbox`: whom to sign in as, back to the start, and the clock. */
import express, { type Express, type Request, type RequestHandler } from 'express';
import { answerError, unknownPath } from '#contract/errors';
import { installJsonResponse } from '#contract/json-answer';
import { beginRequest } from '#contract/request-state';
import type { Log } from '#platform/log';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { newTimeFrom, refuse } from './move.ts';
import type { World } from './world.ts';

const day = 24 * 3_600_000;
/** Sessions last longer than this (sessions.ts). */
const maxLead = 20 * 366 * day;

interface Control {
  readonly world: () => World;
  /** Starts again with a fresh demonstration and the clock of the system. */
  readonly reset: () => Promise<void>;
  readonly moveClockTo: (time: Date) => void;
}

/** @param origins middleware that lets pages of this machine read the answers, and no others */
export function createControlApp({ world, reset, moveClockTo }: Control, origins: readonly RequestHandler[], log: Log): Express {
  const startTime = Date.now();
  let lastChange: Promise<unknown> = Promise.resolve();
  /** One at a time, so that nobody reads the state in the middle of a reset. */
  const inOrder = (change: () => Promise<void>): RequestHandler => {
    return async (_req, res) => {
      const result = lastChange.then(change);
      lastChange = result.catch(() => undefined);
      await result;
      res.json(state());
    };
  };
  const state = () => {
    const { organizationId, apiKey, sessions } = world();
    return { organizationId, apiKey, sessions, now: new Date().toISOString() };
  };
  const app = express().disable('x-powered-by').disable('etag').enable('strict routing');
  installJsonResponse(app);
  app.use(beginRequest, requireOwnHost, ...origins, express.json());
  app.use((_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  app.get(
    '/_sandbox',
    inOrder(async () => undefined),
  );
  app.post('/_sandbox/reset', inOrder(reset));
  app.post('/_sandbox/clock', (req, res, next) =>
    inOrder(async () => {
      const [now, time] = [new Date(), newTimeFrom(req.body, new Date())];
      // Otherwise existing records would have times in the future.
      if (time < now) throw refuse('now', `must not be before ${now.toISOString()}; POST /_sandbox/reset sets the clock back`);
      if (time.getTime() > startTime + maxLead) throw refuse('now', 'must be at most twenty years ahead');
      moveClockTo(time);
      await world().startDueWork();
    })(req, res, next),
  );
  return app.use(unknownPath, answerError(log));
}

/** Blocks DNS rebinding: a page whose host name resolves to this machine could otherwise read the sessions. */
const requireOwnHost: RequestHandler = (req: Request, _res, next) => {
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(req.get('host') ?? '')) throw new RefusalError(refusal('origin_not_allowed'));
  next();
};
