import { contract } from './contract.ts';

const sessionOperations = contract
  .filter(({ registry }) => 'requiresSession' in registry)
  .map(({ method, template }) => ({ method, path: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) }));

/** @returns whether an operation requires the session of a person and rejects every key */
export function requiresPerson(method: string, url: string): boolean {
  return sessionOperations.some((operation) => operation.method === method && operation.path.test(url.split('?')[0] ?? ''));
}
