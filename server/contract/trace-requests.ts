import type { IncomingMessage, RequestListener } from 'node:http';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { operationOf, type ObservedRequest } from './observe.ts';

/**
 * Makes each request a span of the trace in its `traceparent`. If an HTTP instrumentation has already started a span, that span gets the attributes.
 * @param tracer of the SDK; if undefined, nothing is traced
 */
export function traceRequests(app: RequestListener, tracer: Tracer | undefined): RequestListener {
  if (!tracer) return app;
  return (req: IncomingMessage & ObservedRequest, res) => {
    const { method = '', url = '' } = req;
    const activeSpan = trace.getActiveSpan();
    const span =
      activeSpan ??
      tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        propagation.extract(ROOT_CONTEXT, req.headers),
      );
    // Runs before other listeners, because an instrumentation ends its span in its own listener.
    res.prependOnceListener('close', () => {
      const { requestId = '', matched, actor } = req.requestState ?? {};
      const operation = operationOf(req.requestState, url);
      span.updateName(`${method} ${matched?.operation.path ?? operation}`);
      span.setAttributes({
        'http.response.status_code': res.statusCode,
        'compliance.operation': operation,
        'compliance.request_id': requestId,
        ...(matched && { 'http.route': matched.operation.path }),
        ...(actor && { 'compliance.organization_id': actor.organizationId }),
      });
      if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      if (!activeSpan) span.end();
    });
    context.with(trace.setSpan(context.active(), span), () => app(req, res));
  };
}
