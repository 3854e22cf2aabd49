import { pino } from 'pino';
import type { Config } from './config.ts';
import { errorFields } from './log/error-fields.ts';
import { redactFields } from './log/redacted-fields.ts';
import { LineWriter } from './log/line-writer.ts';
import { redactSecrets } from './redaction/redact-secrets.ts';

export type Log = ReturnType<typeof logAt>;

/** One stream of each kind per process, however many logs write to it. */
const streams = { own: lazy(() => new LineWriter(process.stderr, 0)), access: lazy(() => new LineWriter(process.stdout, 200)) };

/**
 * Logs JSON lines to standard error. Callers must not pass bodies, keys or tokens. Errors are logged with their message, stack and other
 * properties, but without the values that a database quotes in them. Anything that looks like a secret is redacted.
 */
export function logAt(level: Config['logLevel']) {
  return pino(
    {
      level,
      base: null,
      formatters: { log: redactFields },
      hooks: {
        logMethod(args, method) {
          const [firstArgument, message] = args;
          if (typeof firstArgument === 'string') args[0] = redactSecrets(firstArgument);
          if (typeof message === 'string') args[1] = redactSecrets(message);
          method.apply(this, args);
        },
      },
      serializers: { err: errorFields },
    },
    streams.own(),
  );
}

/** Logs JSON lines, one per request, to standard output. Lines are batched, so that a request does not cost a write of its own. */
export function accessLogAt(level: Config['logLevel']): Log {
  return pino({ level, base: null }, streams.access());
}

/** Resolves when all lines have been written, or after a second. Call it before the process ends. */
export async function flushLogs(): Promise<void> {
  await Promise.all([streams.own().written(), streams.access().written()]);
}

function lazy<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
