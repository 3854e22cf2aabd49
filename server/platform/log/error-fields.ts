import { stdSerializers } from 'pino';
import { redactFields } from './redacted-fields.ts';

/** Properties in which PostgreSQL and the embedded engine quote what a statement stores, such as an e-mail address that exists already. */
const quotingProperties: ReadonlySet<string> = new Set(['detail', 'where', 'internalQuery', 'query', 'params', 'queryOptions']);

/** @returns the fields of an error for the log, without stored values and with possible secrets redacted; other values as they are */
export function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return redactFields(Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => !quotingProperties.has(name))));
}
