import { validationErrorsIn } from '../properties/schema.ts';

/** @param schema of the contract @returns the validation errors of a body; empty if the body is valid */
export function validationErrorsOf(schema: object | undefined, body: unknown): string {
  if (!schema) return 'the contract has no schema for it';
  return validationErrorsIn(schema, body)
    .map(({ field, message }) => `${field} ${message}`)
    .join(', ');
}
