/** Serves metrics on a separate port, so that clients of the service cannot read them. */
import http from 'node:http';
import { bind } from '../bind.ts';
import type { Log } from '../log.ts';
import { createMetrics, type Metrics } from './metrics.ts';

export interface MetricsPage {
  readonly metrics: Metrics;
  readonly url: string;
  close(): Promise<void>;
}

/** @throws when the port cannot be bound, with a message for the operator */
export async function serveMetrics(port: number, host: string, log: Log): Promise<MetricsPage> {
  const metrics = createMetrics();
  const server = http.createServer((req, res) => {
    if (req.method !== 'GET' || req.url?.split('?', 1)[0] !== '/metrics') return void res.writeHead(404).end();
    metrics.text().then(
      (text) => res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be collected');
        res.writeHead(500).end();
      },
    );
  });
  const url = await bind(server, 'METRICS_PORT', port, host);
  return {
    metrics,
    url: `${url}/metrics`,
    async close() {
      metrics.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
