/** Runs declarative checks, which is what automations are without another runner (spec/areas/task-automations, rule 3). */
import {
  AutomationFailed,
  type AutomationOutcome,
  type AutomationRunner,
  type OwnVerdict,
  type Surroundings,
} from '../../platform/ports/automation.ts';
import type { Http, Received } from '../../platform/ports/http.ts';
import { Unreachable } from '../../platform/ports/unreachable.ts';
import type { AppliedCriterion, CheckReference, CheckRequest, DeclarativeCheck } from './check.ts';
import type { Examination } from './examine.worker.ts';
import { examined } from './examine.ts';
import { hider } from './hide.ts';
import { hostFault, isAllowedHost } from './hosts.ts';
import { largestCheck, parseCheck } from './parse.ts';
import { secretsNamed, withSecrets } from './secrets.ts';

/** A secret that is shorter cannot be hidden in an answer. */
const shortestSecret = 4;

/** @param http makes the calls of checks @returns what executes checks of the type `application/json` */
export function declarativeRunner(http: Pick<Http, 'fetch'>): AutomationRunner {
  return {
    takes: (type) => type === 'application/json',
    largest: largestCheck,
    async faultsIn({ bytes }, allowedHosts) {
      const parsed = parseCheck(bytes, allowedHosts);
      return 'faults' in parsed ? parsed.faults : [];
    },
    async run({ bytes }, surroundings) {
      const parsed = parseCheck(bytes, surroundings.allowedHosts);
      if ('faults' in parsed) throw new AutomationFailed(`The check cannot be used: ${parsed.faults.join('; ')}`);
      const { check } = parsed;
      return 'request' in check.source
        ? ofRequest(http, check, check.source.request, surroundings)
        : ofFinding(check, check.source.check, surroundings);
    },
  };
}

async function ofRequest(
  http: Pick<Http, 'fetch'>,
  { extract, criteria, combine }: DeclarativeCheck,
  request: CheckRequest,
  surroundings: Surroundings,
): Promise<AutomationOutcome> {
  const url = new URL(request.url);
  const { headers, secrets } = await headersOf(request, url, surroundings);
  const received = await answerTo(http, url, { ...request, headers }, secrets, surroundings);
  const fetchedAt = new Date();
  const { 'content-type': contentType = null } = received.headers;
  const hasBody = request.method === 'GET';
  const found = await examined(
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
  const { content, values, criteria: applied } = withoutFault(found);
  return {
    output: {
      status: received.status,
      contentType: contentType === null ? null : hider(secrets).text(contentType).slice(0, 255),
      ...content,
      values,
      criteria: applied,
      fetchedAt: fetchedAt.toISOString(),
    },
    verdict: verdictOf(applied, combine),
  };
}

/** @returns the headers with their secrets, and these @throws AutomationFailed for a secret that may not be sent there */
async function headersOf({ headers }: CheckRequest, url: URL, { secret }: Surroundings) {
  const known = new Map<string, string>();
  const keyOf = (connectionId: string, fieldId: string) => `${connectionId}.${fieldId}`;
  for (const { connectionId, fieldId } of secretsNamed(Object.values(headers))) {
    const name = keyOf(connectionId, fieldId);
    const found = await secret(connectionId, fieldId);
    if (!found) throw new AutomationFailed(`No active connection has the credential field ${name}`);
    if (found.value.length < shortestSecret) throw new AutomationFailed(`The credential field ${name} is too short to be kept secret`);
    if (found.host !== undefined && found.host !== url.host)
      throw new AutomationFailed(`The credential field ${name} is sent to ${found.host} only`);
    known.set(name, found.value);
  }
  const sent = Object.entries(headers).map(
    ([name, text]) => [name, withSecrets(text, ({ connectionId, fieldId }) => known.get(keyOf(connectionId, fieldId)) ?? '')] as const,
  );
  return { headers: Object.fromEntries(sent), secrets: [...known.values()] };
}

async function answerTo(
  http: Pick<Http, 'fetch'>,
  url: URL,
  { method, headers, timeoutMs }: CheckRequest,
  secrets: readonly string[],
  { allowedHosts, note, signal }: Surroundings,
): Promise<Received> {
  const hide = hider(secrets);
  try {
    const received = await http.fetch(url, {
      method,
      headers,
      timeoutMs,
      signal,
      refuse(next) {
        if (!isAllowedHost(next, allowedHosts)) return hostFault(next);
        // What follows the path may be long, and may have keys.
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

async function ofFinding(
  { extract, criteria, combine }: DeclarativeCheck,
  { connectionId, checkId }: CheckReference,
  surroundings: Surroundings,
): Promise<AutomationOutcome> {
  const finding = await surroundings.finding(connectionId, checkId);
  if (!finding) throw new AutomationFailed(`The check ${checkId} of the connection ${connectionId} has no result`);
  const { checkRunId, results, secrets, ...counts } = finding;
  const fetchedAt = new Date();
  surroundings.note('info', `Looked at the check run ${checkRunId}`);
  const found = await examined(
    { source: { kind: 'json' }, extract, criteria, secrets, now: fetchedAt.getTime() },
    Buffer.from(JSON.stringify({ ...counts, results })),
    surroundings,
  );
  const { values, criteria: applied } = withoutFault(found);
  return {
    output: { checkRunId, ...counts, values, criteria: applied, fetchedAt: fetchedAt.toISOString() },
    verdict: verdictOf(applied, combine),
  };
}

function withoutFault(found: Examination): Exclude<Examination, { readonly fault: string }> {
  if ('fault' in found) throw new AutomationFailed(found.fault);
  return found;
}

/** @param combine whether all of the criteria must hold, or one of them @returns whether they do, and the first that does not */
export function verdictOf(criteria: readonly AppliedCriterion[], combine: DeclarativeCheck['combine']): OwnVerdict {
  const failing = criteria.find(({ holds }) => !holds);
  const isMet = combine === 'all' ? !failing : criteria.some(({ holds }) => holds);
  return { holds: isMet, reason: isMet || !failing ? null : reasonOf(failing) };
}

/** @returns in words that a criterion does not hold */
function reasonOf({ path, operator, value, found }: AppliedCriterion): string {
  const wanted = value === undefined ? '' : ` ${JSON.stringify(value)}`;
  return `${path || 'The document'} ${operator}${wanted} does not hold; found ${found ?? 'nothing'}`.slice(0, 2_000).toWellFormed();
}
