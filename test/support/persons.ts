import { contract } from './contract.ts';

const ofPersons = contract
  .filter(({ registry }) => 'requiresSession' in registry)
  .map(({ method, template }) => ({ method, path: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) }));

/** Whether a key is refused, whatever it may do, because the operation is an act of a person. */
export function isOfAPerson(method: string, url: string): boolean {
  return ofPersons.some((one) => one.method === method && one.path.test(url.split('?')[0] ?? ''));
}
