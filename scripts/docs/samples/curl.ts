/** Samples for the command line. */
import type { Json } from '../contract.ts';
import type { Call } from './call.ts';
import { maxLineLength } from './literal.ts';

const credentials = {
  key: ['-H "X-API-Key: $API_KEY"'],
  session: ['-H "Authorization: Bearer $SESSION"', '-H "X-Organization-Id: $ORGANIZATION_ID"'],
  none: [],
} as const;

/** @param base address of the service */
export function curlSample(base: string, call: Call): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(call.pathParameters[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...call.query, ...(call.pages && { limit: 50 }) })) query.append(name, String(value));
  const address = `${base}${path}${query.size ? `?${String(query)}` : ''}`;
  const sendsBody = call.json !== undefined || call.takesFile;
  const defaultMethod = sendsBody ? 'post' : 'get';
  return [
    `curl ${call.method === defaultMethod ? '' : `-X ${call.method.toUpperCase()} `}${query.size ? `"${address}"` : address}`,
    ...credentials[call.credential],
    ...(call.takesIdempotencyKey ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    // curl leaves the header out while the variable is empty.
    ...(call.isConditional ? ['-H "If-Match: $ETAG"'] : []),
    ...(call.json === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${quote(call.json)}'`]),
    ...(call.takesFile ? ['-H "Content-Type: application/pdf"', '--data-binary @report.pdf'] : []),
    ...(call.answers === 'file'
      ? [call.file === undefined ? '-OJ' : `-o ${/^[\w.-]+$/.test(call.file) ? call.file : `"${call.file}"`}`]
      : []),
  ].join(' \\\n  ');
}

/** @returns JSON in single quotes for a shell, on one line if it fits */
function quote(json: Json): string {
  const line = JSON.stringify(json);
  return (line.length < maxLineLength - 8 ? line : JSON.stringify(json, null, 2)).replaceAll("'", "'\\''");
}
