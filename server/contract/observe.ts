/** Observes each request from its first line to the end of its answer, for the access log, metrics and traces. */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestState } from './request-state.ts';

/** Summary of a request for logs, metrics and traces. It contains no content, secrets or query. */
export interface RequestSummary {
  readonly requestId: string | undefined;
  /** The trace that the request names, if any. */
  readonly traceId: string | undefined;
  readonly method: string;
  /** The operation, or else the kind of page. There are only a few hundred values. */
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
  /** Bytes written to the connection, including headers. */
  readonly bytes: number;
  readonly organizationId: string | undefined;
  /** The kind of accepted credential; `none` also when it was rejected. */
  readonly credential: string;
  /** Whether the client disconnected before the answer was complete. */
  readonly aborted: boolean;
}

/** A request, with its state once the app has started to process it. */
export interface ObservedRequest {
  readonly requestState?: RequestState;
}

/** Called once for each request, when it has ended. */
export type Observer = (summary: RequestSummary) => void;

/** Pages outside the contract, by the first segment of their path. */
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
/** Label for paths that belong to neither the contract nor a page. */
export const unknownRoute = 'none';

/** @param observers called only when a request has ended */
export function observeRequests(app: RequestListener, observers: readonly Observer[]): RequestListener {
  if (observers.length === 0) return app;
  return (req: IncomingMessage & ObservedRequest, res) => {
    const startedAt = performance.now();
    const { socket, url = '', method = '' } = req;
    const bytesBefore = socket.bytesWritten;
    res.once('close', () => {
      const { requestId, traceId, actor, account } = req.requestState ?? {};
      const summary: RequestSummary = {
        requestId,
        traceId,
        method,
        operation: operationOf(req.requestState, url),
        status: res.statusCode,
        durationMs: performance.now() - startedAt,
        bytes: socket.bytesWritten - bytesBefore,
        organizationId: actor?.organizationId,
        credential: actor?.credential ?? account?.credential ?? 'none',
        aborted: !res.writableFinished,
      };
      for (const observer of observers) observer(summary);
    });
    app(req, res);
  };
}

/** Returns the operation id, or else the kind of page. @param url as received */
export function operationOf(state: RequestState | undefined, url: string): string {
  if (state?.matched) return state.matched.id;
  const [firstSegment = ''] = url.slice(1).split(/[/?]/, 1);
  return pages.has(firstSegment) ? `/${firstSegment}` : unknownRoute;
}

/** Returns whether the request is a health probe. */
export function isProbe({ operation }: RequestSummary): boolean {
  return operation === '/healthz' || operation === '/readyz' || operation === '/startupz';
}
