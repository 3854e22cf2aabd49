/** Hides secrets in the responses of providers (spec/areas/integrations/integrations, credential storage 5). */
import path from 'node:path';
import { runInWorker } from '#platform/workers/pool';
import { WorkerEnded } from '#platform/workers/process';
import type { HttpResponse } from '#platform/ports/http';
import { minSecretLength } from '#platform/redaction/text/encoded-forms';
import { createSecretHider } from '#platform/redaction/text/known-secrets';
import { redactAnswer } from '#platform/redaction/text/redact-answer';
import { hideInText } from '#platform/redaction/text/hide-in-text';
import { UnexpectedAnswer } from './failures.ts';
import type work from './hide-secrets.worker.ts';
import { chunks } from './chunks.ts';

const module = new URL(`hide-secrets.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Maximum length in characters of a text that is searched on the main thread. Longer texts would block the event loop. */
const maxInlineLength = 32_768;
const timeoutSeconds = 20;

interface WorkContext {
  readonly organizationId: string;
  readonly signal: AbortSignal;
}

/** @param value representable as JSON @returns a copy without secrets @throws UnexpectedAnswer if the search exceeds its limits */
export async function hideSecrets<T extends object>(value: T, secrets: readonly string[], context: WorkContext): Promise<T> {
  const json = JSON.stringify(value);
  const hiddenJson =
    json.length <= maxInlineLength
      ? JSON.stringify(redactAnswer(JSON.parse(json), secrets))
      : await hideInWorker(json, secrets, 'value', context);
  const result: T = JSON.parse(hiddenJson);
  return result;
}

/** @returns the response without secrets in headers and text; JSON stays valid @throws UnexpectedAnswer if the search exceeds its limits */
export async function hideSecretsInAnswer(answer: HttpResponse, secrets: readonly string[], context: WorkContext): Promise<HttpResponse> {
  if (!secrets.some((secret) => secret.length >= minSecretLength)) return answer;
  const { status, headers, text } = answer;
  const hider = createSecretHider(secrets);
  const safeHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hider.text(value)]));
  return {
    status,
    headers: safeHeaders,
    text: text.length <= maxInlineLength ? hideInText(text, secrets) : await hideInWorker(text, secrets, 'text', context),
  };
}

async function hideInWorker(
  text: string,
  secrets: readonly string[],
  kind: 'value' | 'text',
  { organizationId, signal }: WorkContext,
): Promise<string> {
  try {
    const parts = await runInWorker<typeof work>({
      group: 'read',
      organizationId,
      module,
      input: { secrets, kind },
      parts: chunks(text),
      seconds: timeoutSeconds,
      signal,
    });
    return parts.join('');
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error;
    throw new UnexpectedAnswer('The answer was too much to be searched for the credentials');
  }
}
