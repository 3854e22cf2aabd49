/** OpenTelemetry traces, if an SDK was loaded before the service (`node --import`). */
import { type Attributes, ProxyTracerProvider, type Span, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { version } from './version.ts';

/** @returns undefined when no SDK is loaded */
export function loadedTracer(): Tracer | undefined {
  const name = 'compliance-automation-api';
  const provider = trace.getTracerProvider();
  return provider instanceof ProxyTracerProvider ? provider.getDelegateTracer(name, version) : provider.getTracer(name, version);
}

/** Runs background work in a trace of its own. */
export function inTrace<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const tracer = loadedTracer();
  if (!tracer) return work();
  return tracer.startActiveSpan(name, { attributes, root: true }, async (span) => {
    try {
      return await work();
    } catch (error) {
      recordFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

function recordFailure(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (error instanceof Error) span.recordException(error);
}

/** `traceparent` of W3C Trace Context: version, trace, parent and flags. */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/;

/** Returns the id of the active trace, or else of the trace in the `traceparent` header. */
export function traceIdOf(header: string | string[] | undefined): string | undefined {
  const active = trace.getActiveSpan()?.spanContext().traceId;
  return active ?? (typeof header === 'string' && header.length <= 200 ? traceparent.exec(header)?.[1] : undefined);
}
