/** What the contract has to say about an answer. */
import { contract } from '../support/contract.ts';
import type { GeneratedRequest } from './requests.ts';
import { mayBeRefused } from './rules.ts';
import { faultsIn, flat, type Schema } from './schema.ts';
import type { Received } from './wire.ts';

/** @returns what is wrong with the answer by itself: a status, type or body that the operation does not declare */
export function breach({ operation }: Pick<GeneratedRequest, 'operation'>, { status, type, text }: Received): string | undefined {
  const declared = contract.find(({ id }) => id === operation)?.responses.find((response) => response.status === status)?.answer;
  if (!declared) return `status ${status} is not declared`;
  if (status >= 500) return `a fault of the server: ${status}`;
  if (!declared.content) return text === '' ? undefined : `${status} has a body`;
  const { schema } = declared.content[type] ?? declared.content['*/*'] ?? {};
  if (!schema) return `${status} comes as ${type || 'nothing'}, which is not declared`;
  const [fault] = faultsOfBody(schema, type, text);
  return fault && `${status} breaks its schema at ${fault}`;
}

function faultsOfBody(schema: Schema, type: string, text: string): string[] {
  const { contentSchema } = flat(schema);
  const check = (under: Schema, body: unknown) => faultsIn(under, body).map(({ field, message }) => `${field}: ${message}`);
  // JSON of another form is a file, whatever is in it.
  if (/^application\/(problem\+)?json$/.test(type)) return check(schema, JSON.parse(text));
  if (!contentSchema || !type.endsWith('ndjson')) return [];
  const lines = text.split('\n');
  return lines.pop() === ''
    ? lines.flatMap((line, index) => check(contentSchema, JSON.parse(line)).map((fault) => `line ${index + 1}, ${fault}`))
    : ['its end: no line feed'];
}

/** The fields that an error names; `_errors` for the request as a whole. */
export function namedIn({ type, text }: Received): string[] {
  const body: { readonly details?: object } = type === 'application/json' ? JSON.parse(text) : {};
  return Object.keys(body.details ?? {});
}

/** @returns what is wrong with the answer to this request; nothing when the server did what the contract says */
export function faultOf(request: GeneratedRequest, answer: Received): string | undefined {
  const broken = breach(request, answer);
  if (broken !== undefined) return broken;
  // Made for comparing mock and server: whether there is an answer that it accepts, and of what shape, comes before what it says.
  if (request.headers.accept !== undefined) return undefined;
  const named = answer.status === 400 ? namedIn(answer) : [];
  if (request.wrong) {
    const { how, names } = request.wrong;
    if (answer.status !== 400) return `is wrong (${names[0]}: ${how}), and was answered with ${answer.status}`;
    return names.some((name) => named.includes(name))
      ? undefined
      : `is wrong (${names[0]}: ${how}), and the answer names ${named.join(', ') || 'nothing'}`;
  }
  if (answer.status !== 400) return undefined;
  const unexpected = named.filter((field) => !mayBeRefused(request, field));
  return named.length && !unexpected.length
    ? undefined
    : `fits the contract, and was refused because of ${unexpected.join(', ') || 'nothing'}`;
}
