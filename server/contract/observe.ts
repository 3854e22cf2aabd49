/** Looks at each request from its first line to the end of its answer, whatever answers it: for the access log, metrics and traces. */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestState } from './request-state.ts';

/** What is told of a request. It holds nothing that was sent: neither secrets nor the text of a query. */
export interface Answered {
  readonly requestId: string | undefined;
  /** Of the trace that the request belongs to, where it said so. */
  readonly traceId: string | undefined;
  readonly method: string;
  /** The operation of the contract or, beside it, the kind of page: one of a few hundred values, whatever was asked for. */
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
  /** Those written to the connection, with the head of the answer. */
  readonly bytes: number;
  readonly organizationId: string | undefined;
  /** The kind of credential that was accepted; `none` also when it was refused. */
  readonly credential: string;
  /** The client was gone before the answer was complete. */
  readonly aborted: boolean;
}

/** A request, once the app has begun with it. */
export interface Observed {
  readonly requestState?: RequestState;
}

/** Is called once for each request, when it is over. */
export type Observer = (answered: Answered) => void;

/** Pages beside the contract, by the first segment of their path. */
const pages: ReadonlySet<string> = new Set([
  'confirm-email',
  'docs',
  'files',
  'healthz',
  'letters',
  'logos',
  'openapi.json',
  'problems',
  'readyz',
  'startupz',
  'trust',
]);
/** What neither the contract nor a page has. */
export const nowhere = 'none';

/** @param observers are not asked for anything before the request is over */
export function observed(app: RequestListener, observers: readonly Observer[]): RequestListener {
  if (observers.length === 0) return app;
  return (req: IncomingMessage & Observed, res) => {
    const began = performance.now();
    const { socket, url = '', method = '' } = req;
    const written = socket.bytesWritten;
    res.once('close', () => {
      const { requestId, traceId, actor, account } = req.requestState ?? {};
      const answered: Answered = {
        requestId,
        traceId,
        method,
        operation: operationOf(req.requestState, url),
        status: res.statusCode,
        durationMs: performance.now() - began,
        bytes: socket.bytesWritten - written,
        organizationId: actor?.organizationId,
        credential: actor?.credential ?? account?.credential ?? 'none',
        aborted: !res.writableFinished,
      };
      for (const observer of observers) observer(answered);
    });
    app(req, res);
  };
}

/** @param url as it was sent */
export function operationOf(state: RequestState | undefined, url: string): string {
  if (state?.matched) return state.matched.id;
  const [first = ''] = url.slice(1).split(/[/?]/, 1);
  return pages.has(first) ? `/${first}` : nowhere;
}

/** Whether it is one of the probes, which ask all the time. */
export function isProbe({ operation }: Answered): boolean {
  return operation === '/healthz' || operation === '/readyz' || operation === '/startupz';
}
