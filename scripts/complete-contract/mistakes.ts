/** Finds the code for the message of an example, as the server would give it. */
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import type { ShortMistake } from './short-forms.ts';

type Read = (...parts: string[]) => FieldError;

const types: Readonly<Record<string, string>> = {
  'a string': 'string',
  'a number': 'number',
  'an integer': 'integer',
  'true or false': 'boolean',
  'an array': 'array',
  'an object': 'object',
};

/** The messages that the server makes in one place, each with the function that creates it. */
const sentences: readonly (readonly [RegExp, Read])[] = [
  [/^is required$/, () => fieldErrors.required()],
  [/^is required (.+)$/, (condition = '') => fieldErrors.required(condition)],
  [/^must not be blank$/, () => fieldErrors.blank()],
  [/^must have at least (\d+) characters?$/, (count) => fieldErrors.tooShort(Number(count))],
  [/^must have at most (\d+) characters?$/, (count) => fieldErrors.tooLong(Number(count))],
  [/^must have at least (\d+) (item|field)s?$/, (count, noun) => fieldErrors.tooFew(Number(count), noun)],
  [/^must have at most (\d+) (item|field)s?$/, (count, noun) => fieldErrors.tooMany(Number(count), noun)],
  [/^must be at least (\d+)$/, (bound) => fieldErrors.tooSmall(Number(bound))],
  [/^must be at most (\d+)$/, (bound) => fieldErrors.tooBig(Number(bound))],
  [/^must not be before (.+)$/, (bound = '') => fieldErrors.tooEarly(bound)],
  [/^must not be in the future$/, () => fieldErrors.inTheFuture()],
  [/^must be in the future$/, () => fieldErrors.inThePast()],
  [/^must be one of: (.+)$/, (allowed = '') => fieldErrors.notInList(allowed.split(', '))],
  [/^must be (a string|a number|an integer|true or false|an array|an object)$/, (name = '') => fieldErrors.wrongType(types[name] ?? name)],
  [/^must be an e-mail address$/, () => fieldErrors.invalidEmail()],
  [/^must be a date, such as 2026-05-20$/, () => fieldErrors.invalidDate()],
  [/^(must be a date-time, such as \S+, or a date, such as \S+)$/, (message = '') => ({ code: 'invalid_date', message })],
  [/^must be base64$/, () => fieldErrors.invalidBase64()],
  [
    /^must have the form (.+)$/,
    (pattern = '') => ({ code: 'invalid_format', message: `must have the form ${pattern}`, params: { expected: [pattern] } }),
  ],
  [/^(must fit (?:exactly|at least) one of the alternatives)$/, (message = '') => ({ code: 'no_alternative', message })],
  [/^Unknown field '(.+)'$/, (name = '') => fieldErrors.unknownMember(name)],
  [/^Unknown query parameter '(.+)'$/, (name = '') => fieldErrors.unknownParameter(name)],
  [
    /^must have (exactly|at least) one of: (.+)$/,
    (quantity, members = '') => fieldErrors.oneOfRequired(members.split(', '), quantity === 'exactly'),
  ],
  [/^must be an? ([a-z]+(?: [a-z]+)?) of the organization$/, (type = '') => fieldErrors.unknownReference(type.replaceAll(' ', '_'))],
  [/^must not be repeated$/, () => fieldErrors.duplicate()],
  [/^must not be an empty file$/, () => fieldErrors.emptyFile()],
];

/**
 * @param field the name of the field, which belongs to the params of some codes
 * @throws when the code does not follow from the message, so that the contract has to give it
 */
export function mistakeOf(field: string, mistake: ShortMistake): FieldError {
  if (typeof mistake !== 'string') return mistake;
  const [, other] = /^must be set if (\w+) is not set, and must not be set otherwise$/.exec(mistake) ?? [];
  if (other !== undefined) return fieldErrors.eitherOr(field, other);
  for (const [pattern, read] of sentences) {
    const match = pattern.exec(mistake);
    if (!match) continue;
    const error = read(...match.slice(1));
    if (error.message === mistake) return error;
  }
  throw new Error(`"${mistake}" of ${field} has no code of its own: write { code, message } (spec/README.md, Errors)`);
}
