/** Checks an answer against the contract. */
import type { Details, Place } from '#platform/refusals/details';
import { contract } from '../support/contract.ts';
import type { GeneratedRequest } from './requests.ts';
import { mayBeInvalid } from './rules.ts';
import { validationErrorsIn, flattenSchema, type Schema } from './schema.ts';
import type { Received } from './wire.ts';

/** @returns which status, type or body of the answer the operation does not declare; undefined if all are declared */
export function findUndeclaredPart(
  { operation }: Pick<GeneratedRequest, 'operation'>,
  { status, type, text }: Received,
): string | undefined {
  const declared = contract.find(({ id }) => id === operation)?.responses.find((response) => response.status === status)?.answer;
  if (!declared) return `status ${status} is not declared`;
  if (status >= 500) return `a fault of the server: ${status}`;
  if (!declared.content) return text === '' ? undefined : `${status} has a body`;
  const { schema } = declared.content[type] ?? declared.content['*/*'] ?? {};
  if (!schema) return `${status} comes as ${type || 'nothing'}, which is not declared`;
  const [fault] = findBodyErrors(schema, type, text);
  return fault && `${status} breaks its schema at ${fault}`;
}

function findBodyErrors(schema: Schema, type: string, text: string): string[] {
  const { contentSchema } = flattenSchema(schema);
  const errorsOf = (bodySchema: Schema, body: unknown) =>
    validationErrorsIn(bodySchema, body).map(({ field, message }) => `${field}: ${message}`);
  // JSON with another media type is a file, whose content has no schema.
  if (/^application\/(problem\+)?json$/.test(type)) return errorsOf(schema, JSON.parse(text));
  if (!contentSchema || !type.endsWith('ndjson')) return [];
  const lines = text.split('\n');
  return lines.pop() === ''
    ? lines.flatMap((line, index) => errorsOf(contentSchema, JSON.parse(line)).map((fault) => `line ${index + 1}, ${fault}`))
    : ['its end: no line feed'];
}

/** @returns the fields that an error names; `_errors` for the whole request */
export function fieldsInError({ type, text }: Received): string[] {
  const body: { readonly details?: object } = type === 'application/json' ? JSON.parse(text) : {};
  return Object.keys(body.details ?? {}).filter((name) => name !== '_codes');
}

/** @returns what is wrong with the mistakes in an answer: each message has one code, is a sentence for a form, and says where its field is */
function findMistakeFault(request: GeneratedRequest, { status, type, text }: Received): string | undefined {
  if (status !== 400 || type !== 'application/json') return undefined;
  const { details = {} }: { readonly details?: Details } = JSON.parse(text);
  const { _codes: requestReasons = [], ...fields } = details;
  for (const [name, messages] of Object.entries(fields)) {
    const [sentences, reasons] = Array.isArray(messages) ? [messages, requestReasons] : [messages._errors, messages._codes];
    if (sentences.length !== reasons.length) return `has ${sentences.length} messages and ${reasons.length} codes at ${name}`;
    const misplaced = sentences.find((sentence) => /in the (body|query|path)|as a header/.test(sentence));
    if (misplaced !== undefined) return `says in the message of ${name} where it is: ${misplaced}`;
    if (!Array.isArray(messages) && messages.in !== placeOf(request, name)) return `says that ${name} is in the ${messages.in}`;
  }
  return undefined;
}

/** @returns where the request has this field: in a parameter of this name, or in the body */
function placeOf({ operation, query }: GeneratedRequest, field: string): Place {
  const [root = ''] = field.split('.', 1);
  if (query.some(([name]) => name === root || name === field)) return 'query';
  const { parameters = [], registry } = contract.find(({ id }) => id === operation) ?? {};
  const place = parameters.find(({ name }) => name.toLowerCase() === root.toLowerCase())?.in;
  return place === 'path' || place === 'query' || place === 'header' ? place : registry && 'body' in registry ? 'body' : 'query';
}

/** @returns what is wrong with the answer to this request; undefined if it is what the contract says */
export function checkAnswer(request: GeneratedRequest, answer: Received): string | undefined {
  const contractFault = findUndeclaredPart(request, answer) ?? findMistakeFault(request, answer);
  if (contractFault !== undefined) return contractFault;
  // Only the comparison of mock and server sets Accept, which may be answered with 406 before the request is validated.
  if (request.headers.accept !== undefined) return undefined;
  const namedFields = answer.status === 400 ? fieldsInError(answer) : [];
  if (request.wrong) {
    const { how, names } = request.wrong;
    if (answer.status !== 400) return `is wrong (${names[0]}: ${how}), and was answered with ${answer.status}`;
    return names.some((name) => namedFields.includes(name))
      ? undefined
      : `is wrong (${names[0]}: ${how}), and the answer names ${namedFields.join(', ') || 'nothing'}`;
  }
  if (answer.status !== 400) return undefined;
  const unexpectedFields = namedFields.filter((field) => !mayBeInvalid(request, field));
  return namedFields.length && !unexpectedFields.length
    ? undefined
    : `fits the contract, and was refused because of ${unexpectedFields.join(', ') || 'nothing'}`;
}
