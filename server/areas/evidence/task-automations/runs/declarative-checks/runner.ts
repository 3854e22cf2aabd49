/** Runs declarative checks. This is the default runner of automations (task-automations, rule 3). */
import {
  AutomationFailed,
  type AutomationOutcome,
  type AutomationRunner,
  type CriteriaResult,
  type ScriptContext,
} from '#platform/ports/automation';
import type { Http, FetchResponse } from '#platform/ports/http';
import { Unreachable } from '#platform/ports/unreachable';
import type { EvaluatedCriterion, CheckReference, CheckRequest, DeclarativeCheck } from './check.ts';
import type { Examination } from './examine.worker.ts';
import { examineInWorker } from './examine.ts';
import { minSecretLength } from '#platform/redaction/text/encoded-forms';
import { createSecretHider } from '#platform/redaction/text/known-secrets';
import { isAddressBelow } from '#providers/path-below';
import { hostRefusalMessage, isAllowedHost } from './hosts.ts';
import { maxCheckBytes, parseCheck } from './parse.ts';
import { findSecretNames, insertSecrets } from './secrets.ts';

/** @param http sends the requests of checks @returns a runner for files of the type `application/json` */
export function createDeclarativeRunner(http: Pick<Http, 'fetch'>): AutomationRunner {
  return {
    supportsType: (type) => type === 'application/json',
    maxScriptBytes: maxCheckBytes,
    async findProblems({ bytes }, allowedHosts) {
      const parsed = parseCheck(bytes, allowedHosts);
      return 'faults' in parsed ? parsed.faults : [];
    },
    usesConnections({ bytes }) {
      const parsed = parseCheck(bytes);
      if ('faults' in parsed) return true;
      const { source } = parsed.check;
      return 'check' in source || findSecretNames(Object.values(source.request.headers)).length > 0;
    },
    async run({ bytes }, context) {
      const parsed = parseCheck(bytes, context.allowedHosts);
      if ('faults' in parsed) throw new AutomationFailed(`The check cannot be used: ${parsed.faults.join('; ')}`);
      const { check } = parsed;
      return 'request' in check.source
        ? runRequest(http, check, check.source.request, context)
        : runOnCheckResults(check, check.source.check, context);
    },
  };
}

async function runRequest(
  http: Pick<Http, 'fetch'>,
  { extract, criteria, combine }: DeclarativeCheck,
  request: CheckRequest,
  context: ScriptContext,
): Promise<AutomationOutcome> {
  const url = new URL(request.url);
  const { headers, secrets, findAddressError } = await fillHeaders(request, url, context);
  const response = await sendRequest(http, url, { ...request, headers }, { secrets, findAddressError }, context);
  const fetchedAt = new Date();
  const { 'content-type': contentType = null } = response.headers;
  const hasBody = request.method === 'GET';
  const examination = await examineInWorker(
    {
      source: {
        kind: 'answer',
        status: response.status,
        headers: response.headers,
        hasBody,
        isJson: hasBody && /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? ''),
      },
      extract,
      criteria,
      secrets,
      now: fetchedAt.getTime(),
    },
    response.bytes,
    context,
  );
  const { content, values, criteria: evaluatedCriteria } = requireResult(examination);
  return {
    output: {
      status: response.status,
      contentType: contentType === null ? null : createSecretHider(secrets).text(contentType).slice(0, 255),
      ...content,
      values,
      criteria: evaluatedCriteria,
      fetchedAt: fetchedAt.toISOString(),
    },
    verdict: verdictOf(evaluatedCriteria, combine),
  };
}

/**
 * Replaces the placeholders for secrets in the headers.
 * @returns the headers, the secrets in them, and a function that returns why the secrets may not be sent to a URL
 * @throws AutomationFailed if a secret does not exist or may not be sent to the URL of the request
 */
async function fillHeaders({ headers }: CheckRequest, url: URL, { secret }: ScriptContext) {
  const secretsByName = new Map<string, string>();
  const allowedAddresses = new Map<string, URL>();
  const keyOf = (connectionId: string, fieldId: string) => `${connectionId}.${fieldId}`;
  for (const { connectionId, fieldId } of findSecretNames(Object.values(headers))) {
    const name = keyOf(connectionId, fieldId);
    const credential = await secret(connectionId, fieldId);
    if (!credential) throw new AutomationFailed(`No active connection has the credential field ${name}`);
    if (credential.value.length < minSecretLength)
      throw new AutomationFailed(`The credential field ${name} is too short to be kept secret`);
    if (credential.address === undefined)
      throw new AutomationFailed(`The credential field ${name} belongs to no address that a check may call`);
    const error = addressError(name, credential.address, url);
    if (error !== undefined) throw new AutomationFailed(error);
    allowedAddresses.set(name, credential.address);
    secretsByName.set(name, credential.value);
  }
  const headersWithSecrets = Object.entries(headers).map(
    ([name, text]) =>
      [name, insertSecrets(text, ({ connectionId, fieldId }) => secretsByName.get(keyOf(connectionId, fieldId)) ?? '')] as const,
  );
  const findAddressError = (nextUrl: URL) =>
    [...allowedAddresses].map(([name, address]) => addressError(name, address, nextUrl)).find((error) => error !== undefined);
  return { headers: Object.fromEntries(headersWithSecrets), secrets: [...secretsByName.values()], findAddressError };
}

function addressError(name: string, address: URL, url: URL): string | undefined {
  if (isAddressBelow(address, url)) return undefined;
  return `The credential field ${name} is sent to ${address.origin} only, at or below the path of the connection`;
}

async function sendRequest(
  http: Pick<Http, 'fetch'>,
  url: URL,
  { method, headers, timeoutMs }: CheckRequest,
  { secrets, findAddressError }: { readonly secrets: readonly string[]; findAddressError(nextUrl: URL): string | undefined },
  { allowedHosts, note, signal }: ScriptContext,
): Promise<FetchResponse> {
  const secretHider = createSecretHider(secrets);
  try {
    const response = await http.fetch(url, {
      method,
      headers,
      timeoutMs,
      signal,
      refuse(nextUrl) {
        if (!isAllowedHost(nextUrl, allowedHosts)) return hostRefusalMessage(nextUrl);
        // After a redirect to another origin, the request has no headers, and so no secrets.
        const error = nextUrl.origin === url.origin ? findAddressError(nextUrl) : undefined;
        if (error !== undefined) return error;
        // The query of the URL is not logged, because it may be long and contain keys.
        note('info', secretHider.text(`${method} ${nextUrl.origin}${nextUrl.pathname}`).slice(0, 500));
        return undefined;
      },
    });
    note('info', `The answer has the status ${response.status} and ${response.bytes.length} bytes`);
    return response;
  } catch (error) {
    if (error instanceof Unreachable) throw new AutomationFailed(secretHider.text(error.message));
    throw error;
  }
}

async function runOnCheckResults(
  { extract, criteria, combine }: DeclarativeCheck,
  { connectionId, checkId }: CheckReference,
  context: ScriptContext,
): Promise<AutomationOutcome> {
  const finding = await context.finding(connectionId, checkId);
  if (!finding) throw new AutomationFailed(`The check ${checkId} of the connection ${connectionId} has no result`);
  const { checkRunId, results, secrets, ...counts } = finding;
  const fetchedAt = new Date();
  context.note('info', `Looked at the check run ${checkRunId}`);
  const examination = await examineInWorker(
    { source: { kind: 'json' }, extract, criteria, secrets, now: fetchedAt.getTime() },
    Buffer.from(JSON.stringify({ ...counts, results })),
    context,
  );
  const { values, criteria: evaluatedCriteria } = requireResult(examination);
  return {
    output: { checkRunId, ...counts, values, criteria: evaluatedCriteria, fetchedAt: fetchedAt.toISOString() },
    verdict: verdictOf(evaluatedCriteria, combine),
  };
}

function requireResult(examination: Examination): Exclude<Examination, { readonly fault: string }> {
  if ('fault' in examination) throw new AutomationFailed(examination.fault);
  return examination;
}

/** @param combine whether all criteria or any criterion must be true @returns the verdict, whose reason is the first false criterion */
export function verdictOf(criteria: readonly EvaluatedCriterion[], combine: DeclarativeCheck['combine']): CriteriaResult {
  const falseCriterion = criteria.find(({ holds }) => !holds);
  const isMet = combine === 'all' ? !falseCriterion : criteria.some(({ holds }) => holds);
  return { holds: isMet, reason: isMet || !falseCriterion ? null : reasonOf(falseCriterion) };
}

/** @returns the message that a criterion is not true */
function reasonOf({ path, operator, value, found }: EvaluatedCriterion): string {
  const valueText = value === undefined ? '' : ` ${JSON.stringify(value)}`;
  return `${path || 'The document'} ${operator}${valueText} does not hold; found ${found ?? 'nothing'}`.slice(0, 2_000).toWellFormed();
}
