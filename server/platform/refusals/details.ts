/** Builds the `details` of the error envelope. */
import type { components } from '#generated/api';
import type { FieldError, FieldErrors } from './field-errors.ts';

type Schemas = components['schemas'];

/** What is wrong with each field, and under `_errors` and `_codes` with the whole request. */
export type Details = Schemas['ErrorDetails'];

/** Where in the request a field is. */
export type Place = Schemas['FieldPlace'];

type Reason = Schemas['FieldErrorReason'];
type Messages = Schemas['FieldErrors'] | Schemas['ErrorMessages'];

/** @param fields the mistakes in fields of one place @param requestErrors the mistakes in the whole request */
export function detailsOf(fields: FieldErrors, place: Place = 'body', requestErrors: readonly FieldError[] = []): Details {
  return detailsOfEntries(
    Object.entries(fields).map(([field, error]) => [field, place, error]),
    requestErrors,
  );
}

/** Names that a field cannot have in `details`, because they hold what is wrong with the whole request. */
const reservedNames: readonly string[] = ['_errors', '_codes'];

/** Builds details of fields in several places. What is wrong with a field that has a reserved name is listed for the whole request. */
export function detailsOfEntries(
  allFields: readonly (readonly [field: string, place: Place, error: FieldError])[],
  errorsOfRequest: readonly FieldError[] = [],
): Details {
  const fields = allFields.filter(([field]) => !reservedNames.includes(field));
  const requestErrors = [...errorsOfRequest, ...allFields.flatMap(([field, , error]) => (reservedNames.includes(field) ? [error] : []))];
  const entries = fields.map(([field, place, error]): [string, Messages] => [
    field,
    { _errors: [error.message], _codes: [reasonOf(error)], in: place },
  ]);
  if (requestErrors.length) entries.unshift(['_errors', requestErrors.map(({ message }) => message)]);
  const requestReasons: Pick<Details, '_codes'> = requestErrors.length ? { _codes: requestErrors.map(reasonOf) } : {};
  // `fromEntries` is safe for a field called __proto__.
  return Object.assign(Object.fromEntries(entries), requestReasons);
}

/** One mistake, as `details` has it. */
export interface ListedError extends Reason {
  /** The dotted path of the field; undefined for the whole request. */
  readonly field: string | undefined;
  readonly in: Place | undefined;
  readonly message: string;
}

/** @returns the mistakes in `details`, each with its field */
export function errorsIn({ _codes: requestReasons = [], ...fields }: Details): ListedError[] {
  return Object.entries(fields).flatMap(([name, messages]) => {
    if (Array.isArray(messages))
      return messages.flatMap((message, index) => listedError(undefined, undefined, message, requestReasons[index]));
    return messages._errors.flatMap((message, index) => listedError(name, messages.in, message, messages._codes[index]));
  });
}

function listedError(field: string | undefined, place: Place | undefined, message: string, reason: Reason | undefined): ListedError[] {
  return reason ? [{ field, in: place, message, ...reason }] : [];
}

/** Returns a mistake without its message. */
export function reasonOf({ code, params }: FieldError): Reason {
  return { code, params: { ...params } };
}
