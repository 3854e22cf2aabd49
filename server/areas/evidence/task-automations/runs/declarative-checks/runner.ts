/** The default runner, which runs declarative checks (task-automations, rule 3). */
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

/** @param http sends the requests of checks @returns a runner for checks of the type `application/json` */
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
    async run({ bytes }, surroundings) {
      const parsed = parseCheck(bytes, surroundings.allowedHosts);
      if ('faults' in parsed) throw new AutomationFailed(`The check cannot be used: ${parsed.faults.join('; ')}`);
      const { check } = parsed;
      return 'request' in check.source
        ? runRequest(http, check, check.source.request, surroundings)
        : runFinding(check, check.source.check, surroundings);
    },
  };
}

async function runRequest(
  http: Pick<Http, 'fetch'>,
  { extract, criteria, combine }: DeclarativeCheck,
  request: CheckRequest,
  surroundings: ScriptContext,
): Promise<AutomationOutcome> {
  const url = new URL(request.url);
  const { headers, secrets, faultOf } = await headersOf(request, url, surroundings);
  const received = await sendRequest(http, url, { ...request, headers }, { secrets, faultOf }, surroundings);
  const fetchedAt = new Date();
  const { 'content-type': contentType = null } = received.headers;
  const hasBody = request.method === 'GET';
  const found = await examineInWorker(
    {
      source: {
        kind: 'answer',
        status: received.status,
        headers: received.headers,
        hasBody,
        isJson: hasBody && /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? ''),
      },
      extract,
      criteria,
      secrets,
      now: fetchedAt.getTime(),
    },
    received.bytes,
    surroundings,
  );
  const { content, values, criteria: applied } = requireResult(found);
  return {
    output: {
      status: received.status,
      contentType: contentType === null ? null : createSecretHider(secrets).text(contentType).slice(0, 255),
      ...content,
      values,
      criteria: applied,
      fetchedAt: fetchedAt.toISOString(),
    },
    verdict: verdictOf(applied, combine),
  };
}

/**
 * @returns the headers with their secrets, the list of the secrets, and a function that returns why they may not be sent to an address
 * @throws AutomationFailed for a secret that may not be sent to the URL
 */
async function headersOf({ headers }: CheckRequest, url: URL, { secret }: ScriptContext) {
  const secretsByName = new Map<string, string>();
  const addresses = new Map<string, URL>();
  const keyOf = (connectionId: string, fieldId: string) => `${connectionId}.${fieldId}`;
  for (const { connectionId, fieldId } of findSecretNames(Object.values(headers))) {
    const name = keyOf(connectionId, fieldId);
    const found = await secret(connectionId, fieldId);
    if (!found) throw new AutomationFailed(`No active connection has the credential field ${name}`);
    if (found.value.length < minSecretLength) throw new AutomationFailed(`The credential field ${name} is too short to be kept secret`);
    if (found.address === undefined) throw new AutomationFailed(`The credential field ${name} belongs to no address that a check may call`);
    const fault = addressFault(name, found.address, url);
    if (fault !== undefined) throw new AutomationFailed(fault);
    addresses.set(name, found.address);
    secretsByName.set(name, found.value);
  }
  const sent = Object.entries(headers).map(
    ([name, text]) =>
      [name, insertSecrets(text, ({ connectionId, fieldId }) => secretsByName.get(keyOf(connectionId, fieldId)) ?? '')] as const,
  );
  const faultOf = (next: URL) =>
    [...addresses].map(([name, address]) => addressFault(name, address, next)).find((fault) => fault !== undefined);
  return { headers: Object.fromEntries(sent), secrets: [...secretsByName.values()], faultOf };
}

function addressFault(name: string, address: URL, url: URL): string | undefined {
  if (isAddressBelow(address, url)) return undefined;
  return `The credential field ${name} is sent to ${address.origin} only, at or below the path of the connection`;
}

async function sendRequest(
  http: Pick<Http, 'fetch'>,
  url: URL,
  { method, headers, timeoutMs }: CheckRequest,
  { secrets, faultOf }: { readonly secrets: readonly string[]; faultOf(next: URL): string | undefined },
  { allowedHosts, note, signal }: ScriptContext,
): Promise<FetchResponse> {
  const hide = createSecretHider(secrets);
  try {
    const received = await http.fetch(url, {
      method,
      headers,
      timeoutMs,
      signal,
      refuse(next) {
        if (!isAllowedHost(next, allowedHosts)) return hostRefusalMessage(next);
        const fault = next.origin === url.origin ? faultOf(next) : undefined;
        if (fault !== undefined) return fault;
        // The query may be long and contain keys.
        note('info', hide.text(`${method} ${next.origin}${next.pathname}`).slice(0, 500));
        return undefined;
      },
    });
    note('info', `The answer has the status ${received.status} and ${received.bytes.length} bytes`);
    return received;
  } catch (error) {
    if (error instanceof Unreachable) throw new AutomationFailed(hide.text(error.message));
    throw error;
  }
}

async function runFinding(
  { extract, criteria, combine }: DeclarativeCheck,
  { connectionId, checkId }: CheckReference,
  surroundings: ScriptContext,
): Promise<AutomationOutcome> {
  const finding = await surroundings.finding(connectionId, checkId);
  if (!finding) throw new AutomationFailed(`The check ${checkId} of the connection ${connectionId} has no result`);
  const { checkRunId, results, secrets, ...counts } = finding;
  const fetchedAt = new Date();
  surroundings.note('info', `Looked at the check run ${checkRunId}`);
  const found = await examineInWorker(
    { source: { kind: 'json' }, extract, criteria, secrets, now: fetchedAt.getTime() },
    Buffer.from(JSON.stringify({ ...counts, results })),
    surroundings,
  );
  const { values, criteria: applied } = requireResult(found);
  return {
    output: { checkRunId, ...counts, values, criteria: applied, fetchedAt: fetchedAt.toISOString() },
    verdict: verdictOf(applied, combine),
  };
}

function requireResult(found: Examination): Exclude<Examination, { readonly fault: string }> {
  if ('fault' in found) throw new AutomationFailed(found.fault);
  return found;
}

/** @param combine whether all or any of the criteria must hold @returns whether they do, and why not, from the first criterion that fails */
export function verdictOf(criteria: readonly EvaluatedCriterion[], combine: DeclarativeCheck['combine']): CriteriaResult {
  const failing = criteria.find(({ holds }) => !holds);
  const isMet = combine === 'all' ? !failing : criteria.some(({ holds }) => holds);
  return { holds: isMet, reason: isMet || !failing ? null : reasonOf(failing) };
}

/** @returns a message that a criterion does not hold */
function reasonOf({ path, operator, value, found }: EvaluatedCriterion): string {
  const wanted = value === undefined ? '' : ` ${JSON.stringify(value)}`;
  return `${path || 'The document'} ${operator}${wanted} does not hold; found ${found ?? 'nothing'}`.slice(0, 2_000).toWellFormed();
}
