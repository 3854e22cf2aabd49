/**
 * How the pages that links lead to are answered. They know no cookies and no sessions: the secret in the address, or nothing at all, is what a
 * reader has to show, and no browser adds that to a request that another site makes. So no form here needs a token against such requests.
 */
import { buffer } from 'node:stream/consumers';
import type { Request, RequestHandler, Response } from 'express';
import type { Ask } from '../../contract/ask.ts';
import { clientOf } from '../../contract/clients.ts';
import { understand, understood } from '../../contract/errors.ts';
import type { Limiter } from '../../contract/rate-limit.ts';
import type { Binary } from '../../contract/types.ts';
import type { Log } from '../../platform/log.ts';
import { fileHeaders } from '../../platform/ports/file-links.ts';
import { RefusalError, refusal } from '../../platform/refusals/refusal.ts';
import { send } from '../send.ts';
import { type Form, type Values, valuesIn } from './form.ts';
import { type Problem, problemOf, refusedView } from './problem.ts';
import { pageOf, style, type View } from './view.ts';

/** Another page in place of one. */
interface Elsewhere {
  readonly leadsTo: string;
}
type Show = (req: Request, res: Response) => Promise<View | Elsewhere>;

export interface Answering {
  /** Answers with a page. */
  readonly page: (show: Show) => RequestHandler;
  /** Does what a form asks for. @param again the page with the form on it, if that was refused */
  readonly form: (
    act: (req: Request, res: Response, values: Values) => Promise<View>,
    again: (req: Request, res: Response, form: Form) => Promise<View>,
  ) => RequestHandler;
  /** Does what a form with a file asks for. @param again the same, without the file */
  readonly upload: (act: Show, again: (req: Request, res: Response, problem: Problem) => Promise<View>) => RequestHandler;
  /** Leads to a file. @param find where it is */
  readonly file: (find: (req: Request, res: Response) => Promise<string>) => RequestHandler;
  /** Shows a PDF. @param name to keep it under */
  readonly pdf: (name: string, make: (req: Request, res: Response) => Promise<Binary>) => RequestHandler;
  readonly ask: Ask;
}

export function answering(ask: Ask, limiter: Limiter, log: Log): Answering {
  /** Whatever is answered is for this reader alone, and so is what is refused. */
  const guarded =
    (answer: (req: Request, res: Response) => Promise<void>): RequestHandler =>
    async (req, res) => {
      res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' });
      try {
        const { allowed, resetsIn } = limiter.take(clientOf(req.ip));
        if (!allowed) {
          res.set('Retry-After', String(resetsIn));
          throw new RefusalError(refusal('rate_limited'));
        }
        await answer(req, res);
      } catch (error) {
        const known = understood(log, req, res, error, parametersOf(req));
        if (res.headersSent) return void res.destroy();
        await sendView(req, res, refusedView(known));
      }
    };

  const page: Answering['page'] = (show) =>
    guarded(async (req, res) => {
      const shown = await show(req, res);
      if ('leadsTo' in shown) return res.redirect(303, shown.leadsTo);
      await sendView(req, res, shown);
    });

  return {
    ask,
    page,
    form: (act, again) =>
      page((req, res) => {
        let values: Values = {};
        return tried(
          async () => {
            values = await valuesIn(req, res);
            return act(req, res, values);
          },
          (problem) => again(req, res, { values, problem }),
        );
      }),
    upload: (act, again) =>
      page((req, res) =>
        tried(
          () => act(req, res),
          (problem) => again(req, res, problem),
        ),
      ),
    file: (find) => guarded(async (req, res) => res.redirect(303, await find(req, res))),
    pdf: (name, make) =>
      guarded(async (req, res) => {
        const made = await make(req, res);
        const bytes = made instanceof Uint8Array ? Buffer.from(made) : await buffer(made);
        res.set(fileHeaders({ name, type: 'application/pdf', inline: true }, bytes.length)).set('Cache-Control', 'no-store');
        res.type('application/pdf').send(bytes);
      }),
  };
}

/** @param again the form with what is wrong, if that is something that whoever has sent it can do something about */
async function tried(act: () => Promise<View | Elsewhere>, again: (problem: Problem) => Promise<View>): Promise<View | Elsewhere> {
  try {
    return await act();
  } catch (error) {
    const problem = problemOf(understand(error));
    if (!problem) throw error;
    return { ...(await again(problem)), status: problem.status };
  }
}

async function sendView(req: Request, res: Response, view: View): Promise<void> {
  res.status(view.status ?? 200);
  await send(req, res, pageOf(view), style, { pictures: 'data:', forms: "'self'" });
}

function parametersOf({ params }: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

/** The secret in the address. */
export function tokenIn({ params }: Request): string {
  return String(params.token);
}
