/**
 * What can be wrong with a field: a sentence that a form shows next to it, and the same for programs (FieldErrorCode in
 * spec/shared/schemas.yaml). Sentences continue the name of the field and do not say where it is.
 */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type Code = Schemas['FieldErrorCode'];
type Params = Required<Schemas['FieldErrorParams']>;

/** The params of the codes that have any. */
interface ParamsByCode {
  too_short: Pick<Params, 'minimum'>;
  too_long: Pick<Params, 'maximum'>;
  too_few: Pick<Params, 'minimum'>;
  too_many: Pick<Params, 'maximum'>;
  too_small: Pick<Params, 'minimum'>;
  too_big: Pick<Params, 'maximum'>;
  not_in_list: Pick<Params, 'allowed'>;
  wrong_type: Pick<Params, 'expected'>;
  invalid_format: Pick<Params, 'expected'>;
  one_of_required: Pick<Params, 'fieldNames'>;
  unknown_reference: Pick<Params, 'type'>;
}

/** One mistake. A message without a code, or a code without its params, does not compile. */
export type FieldError = {
  readonly [C in Code]: C extends keyof ParamsByCode
    ? { readonly code: C; readonly message: string; readonly params: Readonly<ParamsByCode[C]> }
    : { readonly code: C; readonly message: string; readonly params?: never };
}[Code];

/** Mistakes by the dotted path of their field. */
export type FieldErrors = Readonly<Record<string, FieldError>>;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** Creates the mistakes that have the same sentence wherever they occur. */
export const fieldErrors = {
  /** @param condition when it is required, such as `with an API key` */
  required: (condition?: string) => ({ code: 'required', message: condition === undefined ? 'is required' : `is required ${condition}` }),
  blank: () => ({ code: 'blank', message: 'must not be blank' }),
  tooShort: (minimum: number) => ({
    code: 'too_short',
    message: `must have at least ${counted(minimum, 'character')}`,
    params: { minimum },
  }),
  tooLong: (maximum: number) => ({ code: 'too_long', message: `must have at most ${counted(maximum, 'character')}`, params: { maximum } }),
  tooFew: (minimum: number, noun = 'item') => ({
    code: 'too_few',
    message: `must have at least ${counted(minimum, noun)}`,
    params: { minimum },
  }),
  tooMany: (maximum: number, noun = 'item') => ({
    code: 'too_many',
    message: `must have at most ${counted(maximum, noun)}`,
    params: { maximum },
  }),
  tooSmall: (minimum: number) => ({ code: 'too_small', message: `must be at least ${minimum}`, params: { minimum } }),
  tooBig: (maximum: number) => ({ code: 'too_big', message: `must be at most ${maximum}`, params: { maximum } }),
  /** @param bound what the day or time must not precede, such as `the start date` */
  tooEarly: (bound: string) => ({ code: 'too_early', message: `must not be before ${bound}` }),
  inTheFuture: () => ({ code: 'too_late', message: 'must not be in the future' }),
  inThePast: () => ({ code: 'too_early', message: 'must be in the future' }),
  notInList: (allowed: readonly string[]) => ({
    code: 'not_in_list',
    message: `must be one of: ${allowed.join(', ')}`,
    params: { allowed: [...allowed] },
  }),
  /** @param expected JSON types */
  wrongType: (...expected: readonly string[]) => ({
    code: 'wrong_type',
    message: `must be ${expected.map((type) => typeNames[type] ?? type).join(' or ')}`,
    params: { expected: [...expected] },
  }),
  invalidEmail: () => ({ code: 'invalid_email', message: 'must be an e-mail address' }),
  invalidDate: () => ({ code: 'invalid_date', message: 'must be a date, such as 2026-05-20' }),
  invalidDateTime: () => ({ code: 'invalid_date_time', message: 'must be a date-time, such as 2026-05-20T12:00:00Z' }),
  invalidUrl: (form = 'an absolute URI') => ({ code: 'invalid_url', message: `must be ${form}` }),
  invalidBase64: () => ({ code: 'invalid_base64', message: 'must be base64' }),
  /** @param expected the form in words, such as `a host name such as trust.example.com` */
  invalidFormat: (expected: string) => ({ code: 'invalid_format', message: `must be ${expected}`, params: { expected: [expected] } }),
  invalidCharacters: (message: string) => ({ code: 'invalid_characters', message }),
  unknownMember: (name: string) => ({ code: 'unknown_member', message: `Unknown field '${name}'` }),
  unknownParameter: (name: string) => ({ code: 'unknown_member', message: `Unknown query parameter '${name}'` }),
  /** @param isExclusive whether no two of them may be sent together */
  oneOfRequired: (fieldNames: readonly string[], isExclusive: boolean) => ({
    code: 'one_of_required',
    message: `must have ${isExclusive ? 'exactly' : 'at least'} one of: ${fieldNames.join(', ')}`,
    params: { fieldNames: [...fieldNames] },
  }),
  /** For a field of which exactly one may be sent. @param other the other field */
  eitherOr: (field: string, other: string) => ({
    code: 'one_of_required',
    message: `must be set if ${other} is not set, and must not be set otherwise`,
    params: { fieldNames: [field, other] },
  }),
  /**
   * @param type the kind of record, in snake_case
   * @param description what it must be, by default such a record of the organization
   */
  unknownReference: (type: string, description = `${withArticle(type.replaceAll('_', ' '))} of the organization`) => ({
    code: 'unknown_reference',
    message: `must be ${description}`,
    params: { type },
  }),
  duplicate: (message = 'must not be repeated') => ({ code: 'duplicate', message }),
  emptyFile: () => ({ code: 'empty_file', message: 'must not be an empty file' }),
  unreadable: (message: string) => ({ code: 'unreadable', message }),
  notAllowed: (message: string) => ({ code: 'not_allowed', message }),
} as const satisfies Readonly<Record<string, (...values: never[]) => FieldError>>;

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
