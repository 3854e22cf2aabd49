/**
 * Creates the request handlers of the pages behind links. The pages use no cookies or sessions, only the secret in the URL, if there is
 * one. Browsers do not add that secret to requests from other sites, so the forms need no CSRF token.
 */
import { buffer } from 'node:stream/consumers';
import type { Request, RequestHandler, Response } from 'express';
import type { CallOperation } from '#contract/call-operation';
import { clientNetworkOf } from '#contract/clients';
import { toRefusalError, logAndMapError } from '#contract/errors';
import type { Limiter } from '#contract/rate-limit';
import type { Binary } from '#contract/types';
import type { Log } from '#platform/log';
import { fileHeaders } from '#platform/ports/file-links';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { sendHtml } from '../send.ts';
import { type Form, type Values, readForm } from './form.ts';
import { type Problem, problemOf, refusedView } from './problem.ts';
import { renderPage, style, type View } from './view.ts';

/** A redirect to another page. */
interface Redirect {
  readonly leadsTo: string;
}
type Show = (req: Request, res: Response) => Promise<View | Redirect>;

export interface PageHandlers {
  /** Answers with a page. */
  readonly page: (show: Show) => RequestHandler;
  /** Handles a submitted form. @param showAgain shows the form again after a validation error */
  readonly form: (
    act: (req: Request, res: Response, values: Values) => Promise<View>,
    showAgain: (req: Request, res: Response, form: Form) => Promise<View>,
  ) => RequestHandler;
  /** Handles a form with a file. @param showAgain shows the form again, without the file */
  readonly upload: (act: Show, showAgain: (req: Request, res: Response, problem: Problem) => Promise<View>) => RequestHandler;
  /** Redirects to a file. @param find returns its URL */
  readonly file: (find: (req: Request, res: Response) => Promise<string>) => RequestHandler;
  /** Sends a PDF for display. @param name suggested file name */
  readonly pdf: (name: string, make: (req: Request, res: Response) => Promise<Binary>) => RequestHandler;
  readonly ask: CallOperation;
}

export function createPageHandlers(ask: CallOperation, limiter: Limiter, log: Log): PageHandlers {
  /** Limits requests, marks every answer as private to its reader, and answers errors with a page. */
  const guard =
    (answer: (req: Request, res: Response) => Promise<void>): RequestHandler =>
    async (req, res) => {
      res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' });
      try {
        const { allowed, resetsIn } = limiter.take(clientNetworkOf(req.ip));
        if (!allowed) {
          res.set('Retry-After', String(resetsIn));
          throw new RefusalError(refusal('rate_limited'));
        }
        await answer(req, res);
      } catch (error) {
        const refusalError = logAndMapError(log, req, res, error, parametersOf(req));
        if (res.headersSent) return void res.destroy();
        await sendView(req, res, refusedView(refusalError));
      }
    };

  const page: PageHandlers['page'] = (show) =>
    guard(async (req, res) => {
      const result = await show(req, res);
      if ('leadsTo' in result) return res.redirect(303, result.leadsTo);
      await sendView(req, res, result);
    });

  return {
    ask,
    page,
    form: (act, showAgain) =>
      page((req, res) => {
        let values: Values = {};
        return showProblems(
          async () => {
            values = await readForm(req, res);
            return act(req, res, values);
          },
          (problem) => showAgain(req, res, { values, problem }),
        );
      }),
    upload: (act, showAgain) =>
      page((req, res) =>
        showProblems(
          () => act(req, res),
          (problem) => showAgain(req, res, problem),
        ),
      ),
    file: (find) => guard(async (req, res) => res.redirect(303, await find(req, res))),
    pdf: (name, make) =>
      guard(async (req, res) => {
        const document = await make(req, res);
        const bytes = document instanceof Uint8Array ? Buffer.from(document) : await buffer(document);
        res.set(fileHeaders({ name, type: 'application/pdf', inline: true }, bytes.length)).set('Cache-Control', 'no-store');
        res.type('application/pdf').send(bytes);
      }),
  };
}

/** @param showAgain shows the form with the problem, if the sender can correct it */
async function showProblems(act: () => Promise<View | Redirect>, showAgain: (problem: Problem) => Promise<View>): Promise<View | Redirect> {
  try {
    return await act();
  } catch (error) {
    const problem = problemOf(toRefusalError(error));
    if (!problem) throw error;
    return { ...(await showAgain(problem)), status: problem.status };
  }
}

async function sendView(req: Request, res: Response, view: View): Promise<void> {
  res.status(view.status ?? 200);
  await sendHtml(req, res, renderPage(view), style, { pictures: 'data:', forms: "'self'" });
}

function parametersOf({ params }: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

/** Returns the token in the path of the URL. */
export function tokenIn({ params }: Request): string {
  return String(params.token);
}
