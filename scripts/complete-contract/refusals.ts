/**
 * Gives each operation its errors: those that every operation of a kind has, and those that its `x-problems` names. What an answer in the
 * source says itself stays: its description, and its examples.
 */
import { titleOf } from '../../server/contract/problem.ts';
import { messageOf } from '../../server/platform/refusals/message.ts';
import { type Catalogue, schemaOfErrors } from './catalogue.ts';
import { type Answer, type Document, type Example, methods, nameIn, type Operation, type PathItem, resolved } from './document.ts';

interface Facts {
  readonly document: Document;
  readonly operation: Operation;
  readonly isChange: boolean;
  readonly takes: (parameter: string) => boolean;
}

const withCredential = ({ operation: { security } }: Facts) => security === undefined || security.length > 0;
const withBody = ({ operation: { requestBody } }: Facts) => requestBody !== undefined;
const withCookie = (facts: Facts) => facts.isChange && withCredential(facts);

/** Whose success has no content, or that of any type, has nothing to refuse. */
function isChoosy({ operation: { responses }, document }: Facts): boolean {
  const { responses: shared } = document.components;
  return Object.entries(responses).some(
    ([status, { $ref, content = shared[nameIn($ref ?? '')]?.content }]) => status.startsWith('2') && content && !('*/*' in content),
  );
}

/** Which operations have a problem without saying so. */
const implied: Readonly<Record<string, (facts: Facts) => boolean>> = {
  validation_failed: () => true,
  invalid_credentials: withCredential,
  session_invalid: withCredential,
  not_a_member: (facts) => withCredential(facts) && facts.operation['x-organization'] !== 'none',
  missing_permission: withCredential,
  key_without_owner: withCredential,
  key_of_other_organization: withCredential,
  origin_not_allowed: withCookie,
  session_required: ({ operation }) => operation['x-requires-session'] === true,
  not_acceptable: isChoosy,
  request_in_progress: ({ takes }) => takes('Idempotency-Key'),
  record_changed: ({ takes }) => takes('If-Match') || takes('If-None-Match'),
  body_too_large: withBody,
  unsupported_media_type: withBody,
  idempotency_key_reused: ({ takes }) => takes('Idempotency-Key'),
  rate_limited: () => true,
  internal_error: () => true,
  unavailable: () => true,
};

/** Names of the answers that many operations have and that may be one of several problems. */
const shared: Readonly<Record<string, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };

export function addRefusals(document: Document, catalogue: Catalogue): void {
  for (const item of Object.values(document.paths))
    for (const method of methods) {
      const operation = item[method];
      if (operation) addTo(document, catalogue, item, operation, method !== 'get');
    }
}

function addTo(document: Document, catalogue: Catalogue, item: PathItem, operation: Operation, isChange: boolean): void {
  const { responses } = document.components;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => resolved(document, one).name);
  const facts: Facts = { document, operation, isChange, takes: (name) => parameters.includes(name) };
  if (facts.takes('If-None-Match') && responses.NotModified) operation.responses['304'] ??= { $ref: '#/components/responses/NotModified' };
  const usual = Object.keys(implied).filter((code) => implied[code]?.(facts));
  const own = operation['x-problems'] ?? [];
  const byStatus = Map.groupBy([...usual, ...own], (code) => statusOf(catalogue, code, operation));
  for (const [status, codes] of byStatus) {
    const answer = operation.responses[status];
    const whole = answer?.$ref === undefined ? answer : responses[nameIn(answer.$ref)];
    if (whole) {
      Object.assign(whole, complete(whole, catalogue, codes));
      continue;
    }
    const [only = ''] = codes;
    const isUsual = !codes.some((code) => own.includes(code)) && !codes.includes('session_required');
    const name =
      codes.length === 1 ? pascal(only) : isUsual ? `${shared[status] ?? ''}${isChange && status === '403' ? 'Change' : ''}` : '';
    const derived = complete(
      { description: descriptionOf(catalogue, codes), ...(headers[status] && { headers: { ...headers[status] } }) },
      catalogue,
      codes,
    );
    if (name === '') operation.responses[status] = derived;
    else {
      responses[name] ??= derived;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
}

function statusOf(catalogue: Catalogue, code: string, { operationId }: Operation): string {
  const kind = catalogue[code];
  if (!kind) throw new Error(`${operationId}: there is no problem ${code}`);
  return String(kind.status);
}

/** @param answer with its own examples, if it has any @returns it with a schema that names the codes, and an example of each code that none of its own shows */
function complete(answer: Answer, catalogue: Catalogue, codes: readonly string[]): Answer {
  const given = Object.entries(answer.content?.['application/json']?.examples ?? {});
  const [only] = codes;
  const examples = given.map(([name, example]) => [name, withCode(example, codes.length === 1 ? only : undefined, catalogue)] as const);
  const shown = examples.map(([, { value }]) => value.code);
  const missing = codes.filter((code) => !shown.includes(code) && !(code === 'validation_failed' && given.length > 0));
  const media = {
    schema: schemaOfErrors(catalogue, codes),
    examples: Object.fromEntries([...examples, ...missing.map((code) => [code, exampleOf(catalogue, code)] as const)]),
  };
  return { ...answer, content: { 'application/json': media } };
}

function withCode(example: Example, only: string | undefined, catalogue: Catalogue): Example {
  const { success, error, code = only ?? Object.keys(catalogue).find((one) => catalogue[one]?.error === error), ...more } = example.value;
  return { ...example, value: { success, error, ...(code !== undefined && { code }), ...more } };
}

function exampleOf(catalogue: Catalogue, code: string): Example {
  const { error = '', example = {} } = catalogue[code] ?? {};
  const details = code === 'validation_failed' ? { details: { verbose: { _errors: ["Unknown query parameter 'verbose'"] } } } : {};
  return { summary: titleOf(code), value: { success: false, error: messageOf(error, example), code, ...details, ...example } };
}

function descriptionOf(catalogue: Catalogue, codes: readonly string[]): string {
  const [only = ''] = codes;
  if (codes.length === 1) return catalogue[only]?.meaning ?? '';
  return codes.map((code) => `- \`${code}\`: ${catalogue[code]?.meaning ?? ''}`).join('\n');
}

/** The headers that errors of a status have: which credentials are taken, and when to come back. */
const headers: Readonly<Record<string, Required<Answer>['headers']>> = {
  401: { 'WWW-Authenticate': headerOf('WWWAuthenticate') },
  429: { RateLimit: headerOf('RateLimit'), 'RateLimit-Policy': headerOf('RateLimitPolicy'), 'Retry-After': headerOf('RetryAfter') },
  503: { 'Retry-After': headerOf('RetryAfter') },
};

function headerOf(component: string) {
  return { $ref: `#/components/headers/${component}` };
}

function pascal(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
