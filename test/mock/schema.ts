import { faultsIn } from '../properties/schema.ts';

/** @param schema of the contract @returns what is wrong with a body, or nothing */
export function faultsOf(schema: object | undefined, body: unknown): string {
  if (!schema) return 'the contract has no schema for it';
  return faultsIn(schema, body)
    .map(({ field, message }) => `${field} ${message}`)
    .join(', ');
}
