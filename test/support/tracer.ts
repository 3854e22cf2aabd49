/** Loaded before the service (`node --import`), as an operator loads an SDK: writes each span to the file SPANS. */
import { appendFileSync } from 'node:fs';
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';

const file = process.env.SPANS ?? '';
new NodeTracerProvider({
  spanProcessors: [
    new SimpleSpanProcessor({
      export(spans, done) {
        for (const span of spans) {
          const { name, kind, attributes, status, parentSpanContext } = span;
          const { traceId, spanId } = span.spanContext();
          appendFileSync(
            file,
            `${JSON.stringify({ name, kind, attributes, status, traceId, spanId, parent: parentSpanContext?.spanId })}\n`,
          );
        }
        done({ code: 0 });
      },
      shutdown: () => Promise.resolve(),
    }),
  ],
}).register();
