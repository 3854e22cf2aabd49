import { contract } from './contract.ts';

const ofPersons = contract
  .filter(({ registry }) => 'requiresSession' in registry)
  .map(({ method, template }) => ({ method, path: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) }));

/** Whether keys are refused regardless of their permissions, because the operation requires a person. */
export function requiresPerson(method: string, url: string): boolean {
  return ofPersons.some((one) => one.method === method && one.path.test(url.split('?')[0] ?? ''));
}
