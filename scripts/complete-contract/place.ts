/** Where what an operation made is read: what `Location` shows in the contract, and what the server sends. */
import { nameIn, type Parameter } from './document.ts';

interface Reads {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } | undefined }>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly examples: Readonly<Record<string, { readonly value?: { readonly id?: string; readonly data?: { readonly id?: string } } }>>;
  };
}
interface Success {
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, { readonly $ref?: string }>> }>>;
}

/**
 * One record is read below the path that made it, or below the nearest one that has records; several are read in their list, with the query
 * that it needs. What was only accepted is followed at its run.
 * @returns the address, with `{}` for the id of the record and `{name}` for a parameter of the request
 * @throws when there is nowhere to read it
 */
export function placeOf(document: Reads, path: string, status: string, answer: Success | undefined): string {
  if (status === '202') return '/v1/runs/{}';
  const isOne = idIn(document, answer) !== undefined;
  const hasRecords = (above: string) =>
    Object.entries(document.paths).some(
      ([other, { get }]) => other.startsWith(`${above}/`) && /^\{\w+\}$/.test(other.slice(above.length + 1)) && get,
    );
  const list = document.paths[path]?.get;
  if (isOne && hasRecords(path)) return `${path}/{}`;
  if (list) return `${path}${neededIn(document, list.parameters)}`;
  const above = path.slice(0, path.lastIndexOf('/'));
  if (isOne && hasRecords(above)) return `${above}/{}`;
  if (!document.paths[above]?.get) throw new Error(`${path}: nowhere to read what it creates`);
  return above;
}

/** @returns the id of the record in the example of an answer, which stands in `data` where the envelope is given; undefined for several records */
export function idIn({ components }: Reads, { content = {} }: Success = {}): string | undefined {
  const [example] = Object.values(Object.values(content)[0]?.examples ?? {});
  const { id, data } = components.examples[nameIn(example?.$ref ?? '')]?.value ?? {};
  return data?.id ?? id;
}

/** The query without which a list is not answered. */
function neededIn({ components }: Reads, parameters: readonly Parameter[] = []): string {
  const needed = parameters
    .map((one) => (one.$ref ? (components.parameters[nameIn(one.$ref)] ?? {}) : one))
    .filter(({ in: place, required }) => place === 'query' && required);
  return needed.length ? `?${needed.map(({ name = '' }) => `${name}={${name}}`).join('&')}` : '';
}
