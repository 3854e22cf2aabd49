/** Adds the errors of its kind and of its `x-problems` to each operation. Descriptions and examples of the source are kept. */
import { titleOf } from '#contract/problem';
import { detailsOf } from '#platform/refusals/details';
import { fieldErrors } from '#platform/refusals/field-errors';
import { messageOf } from '#platform/refusals/message';
import { schemaOfErrors } from './catalogue.ts';
import { type Catalogue } from './short-forms.ts';
import {
  type Answer,
  type Document,
  type Example,
  methods,
  nameIn,
  type Operation,
  type Parameter,
  type PathItem,
  resolveParameter,
} from './document.ts';

interface Facts {
  readonly document: Document;
  readonly operation: Operation;
  readonly isChange: boolean;
  readonly takes: (parameter: string) => boolean;
}

const withCredential = ({ operation: { security } }: Facts) => security === undefined || security.length > 0;
const withBody = ({ operation: { requestBody } }: Facts) => requestBody !== undefined;
const withCookie = (facts: Facts) => facts.isChange && withCredential(facts);

/** Whether any permission is sufficient. For all other operations, the error for a key without permissions names the missing one. */
function takesAnyPermission({ operation }: Facts): boolean {
  const { 'x-permission': permission, 'x-requires-session': requiresSession } = operation;
  return (
    requiresSession !== true &&
    (permission === 'authenticated' || (typeof permission === 'object' && permission !== null && 'byRecord' in permission))
  );
}

/** An answer without content, or with content of any type, can never be unacceptable to the client. */
function isNegotiated({ operation: { responses }, document }: Facts): boolean {
  const { responses: sharedResponses } = document.components;
  return Object.entries(responses).some(
    ([status, { $ref, content = sharedResponses[nameIn($ref ?? '')]?.content }]) =>
      status.startsWith('2') && content && !('*/*' in content),
  );
}

/** Errors that operations have without naming them, by code, with the condition for the operation. */
const impliedErrors: Readonly<Record<string, (facts: Facts) => boolean>> = {
  validation_failed: () => true,
  invalid_credentials: withCredential,
  session_invalid: withCredential,
  not_a_member: (facts) => withCredential(facts) && facts.operation['x-organization'] !== 'none',
  missing_permission: withCredential,
  key_without_owner: withCredential,
  key_without_permissions: (facts) => withCredential(facts) && takesAnyPermission(facts),
  key_of_other_organization: withCredential,
  origin_not_allowed: withCookie,
  session_required: ({ operation }) => operation['x-requires-session'] === true,
  not_acceptable: isNegotiated,
  request_in_progress: ({ takes }) => takes('Idempotency-Key'),
  record_changed: ({ takes }) => takes('If-Match') || takes('If-None-Match'),
  body_too_large: withBody,
  unsupported_media_type: withBody,
  range_not_satisfiable: ({ takes }) => takes('Range'),
  idempotency_key_reused: ({ takes }) => takes('Idempotency-Key'),
  rate_limited: () => true,
  internal_error: () => true,
  unavailable: () => true,
};

/** Names of the answers that many operations share and that have several error codes. */
const shared: Readonly<Record<string, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };

export function addOperationErrors(document: Document, catalogue: Catalogue): void {
  for (const item of Object.values(document.paths))
    for (const method of methods) {
      const operation = item[method];
      if (operation) addErrors(document, catalogue, item, operation, method !== 'get');
    }
}

function addErrors(document: Document, catalogue: Catalogue, item: PathItem, operation: Operation, isChange: boolean): void {
  const { responses } = document.components;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => resolveParameter(document, one).name);
  const facts: Facts = { document, operation, isChange, takes: (name) => parameters.includes(name) };
  if (facts.takes('If-None-Match') && responses.NotModified) operation.responses['304'] ??= { $ref: '#/components/responses/NotModified' };
  const impliedCodes = Object.keys(impliedErrors).filter((code) => impliedErrors[code]?.(facts));
  const declaredCodes = operation['x-problems'] ?? [];
  const byStatus = Map.groupBy([...impliedCodes, ...declaredCodes], (code) => statusOf(catalogue, code, operation));
  for (const [status, codes] of byStatus) {
    const answer = operation.responses[status];
    const resolvedAnswer = answer?.$ref === undefined ? answer : responses[nameIn(answer.$ref)];
    if (resolvedAnswer) {
      if (status === '400') addPlaces(document, resolvedAnswer, [...(item.parameters ?? []), ...(operation.parameters ?? [])]);
      Object.assign(resolvedAnswer, withSchemaAndExamples(resolvedAnswer, catalogue, codes));
      continue;
    }
    const [onlyCode = ''] = codes;
    const hasOnlyCommonCodes = !codes.some((code) => declaredCodes.includes(code)) && !codes.includes('session_required');
    const name =
      codes.length === 1
        ? pascal(onlyCode)
        : hasOnlyCommonCodes
          ? `${shared[status] ?? ''}${isChange && status === '403' ? 'Change' : ''}${codes.includes('key_without_permissions') ? 'AnyPermission' : ''}`
          : '';
    const completedAnswer = withSchemaAndExamples(
      { description: descriptionOf(catalogue, codes), ...(headers[status] && { headers: { ...headers[status] } }) },
      catalogue,
      codes,
    );
    if (name === '') operation.responses[status] = completedAnswer;
    else {
      responses[name] ??= completedAnswer;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
}

/** Says in each example of an invalid request which of its fields are parameters. All others are in the body. */
function addPlaces(document: Document, { content }: Answer, parameters: readonly Parameter[]): void {
  const places = new Map(parameters.map((parameter) => resolveParameter(document, parameter)).map(({ name, in: place }) => [name, place]));
  for (const { value } of Object.values(content?.['application/json']?.examples ?? {}))
    for (const [field, messages] of Object.entries(value.details ?? {})) {
      const place = places.get(field.split('.', 1)[0]);
      if (!Array.isArray(messages) && place !== undefined) Object.assign(messages, { in: place });
    }
}

function statusOf(catalogue: Catalogue, code: string, { operationId }: Operation): string {
  const kind = catalogue[code];
  if (!kind) throw new Error(`${operationId}: there is no problem ${code}`);
  return String(kind.status);
}

/**
 * @param answer with its own examples, if it has any @returns the answer with a schema that names the codes, and with an example for each
 * code that has none
 */
function withSchemaAndExamples(answer: Answer, catalogue: Catalogue, codes: readonly string[]): Answer {
  const ownExamples = Object.entries(answer.content?.['application/json']?.examples ?? {});
  const [onlyCode] = codes;
  const examples = ownExamples.map(
    ([name, example]) => [name, withCode(example, codes.length === 1 ? onlyCode : undefined, catalogue)] as const,
  );
  const shownCodes = examples.map(([, { value }]) => value.code);
  const missingCodes = codes.filter((code) => !shownCodes.includes(code) && !(code === 'validation_failed' && ownExamples.length > 0));
  const media = {
    schema: schemaOfErrors(catalogue, codes),
    examples: Object.fromEntries([...examples, ...missingCodes.map((code) => [code, exampleOf(catalogue, code)] as const)]),
  };
  return { ...answer, content: { 'application/json': media } };
}

function withCode(example: Example, onlyCode: string | undefined, catalogue: Catalogue): Example {
  const {
    success,
    error,
    code = onlyCode ?? Object.keys(catalogue).find((one) => catalogue[one]?.error === error),
    ...members
  } = example.value;
  return { ...example, value: { success, error, ...(code !== undefined && { code }), ...members } };
}

function exampleOf(catalogue: Catalogue, code: string): Example {
  const { error = '', example = {}, optional = {} } = catalogue[code] ?? {};
  const optionalMembers = Object.entries(optional).flatMap(([name, { example: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const details = code === 'validation_failed' ? { details: detailsOf({ verbose: fieldErrors.unknownParameter('verbose') }, 'query') } : {};
  return {
    summary: titleOf(code),
    value: { success: false, error: messageOf(error, example), code, ...details, ...example, ...Object.fromEntries(optionalMembers) },
  };
}

function descriptionOf(catalogue: Catalogue, codes: readonly string[]): string {
  const [onlyCode = ''] = codes;
  if (codes.length === 1) return catalogue[onlyCode]?.meaning ?? '';
  return codes.map((code) => `- \`${code}\`: ${catalogue[code]?.meaning ?? ''}`).join('\n');
}

/** The headers of errors by status: the accepted credentials, and the time to retry. */
const headers: Readonly<Record<string, Required<Answer>['headers']>> = {
  401: { 'WWW-Authenticate': headerOf('WWWAuthenticate') },
  416: { 'Content-Range': headerOf('UnsatisfiedRange') },
  429: { RateLimit: headerOf('RateLimit'), 'RateLimit-Policy': headerOf('RateLimitPolicy'), 'Retry-After': headerOf('RetryAfter') },
  503: { 'Retry-After': headerOf('RetryAfter') },
};

function headerOf(component: string) {
  return { $ref: `#/components/headers/${component}` };
}

function pascal(code: string): string {
  return code.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
