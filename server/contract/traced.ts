import type { IncomingMessage, RequestListener } from 'node:http';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { operationOf, type Observed } from './observe.ts';

/**
 * Makes each request a span of the trace that its `traceparent` names. Where an instrumentation of HTTP has begun one, that one is told what the
 * request was.
 * @param tracer of the SDK; without one nothing is done
 */
export function traced(app: RequestListener, tracer: Tracer | undefined): RequestListener {
  if (!tracer) return app;
  return (req: IncomingMessage & Observed, res) => {
    const { method = '', url = '' } = req;
    const begun = trace.getActiveSpan();
    const span =
      begun ??
      tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        propagation.extract(ROOT_CONTEXT, req.headers),
      );
    // Before others that listen, because an instrumentation ends its span there.
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
      if (!begun) span.end();
    });
    context.with(trace.setSpan(context.active(), span), () => app(req, res));
  };
}
