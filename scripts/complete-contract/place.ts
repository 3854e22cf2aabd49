/** Where what an operation made is read: what `Location` shows in the contract, and what the server sends. */
import { nameIn, type Parameter } from './document.ts';

interface Reads {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly parameters?: readonly Parameter[];
        readonly get?: { readonly parameters?: readonly Parameter[]; readonly responses?: Readonly<Record<string, Success>> } | undefined;
      }
    >
  >;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly examples: Readonly<Record<string, { readonly value?: { readonly id?: string; readonly data?: { readonly id?: string } } }>>;
  };
}
interface Success {
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, { readonly $ref?: string }>> }>>;
}

/**
 * One record is read below the path that made it, or below the nearest one that has records, or where the records are read whose ids are of
 * the same kind: beside the record that it was made from, or in a collection below that. Several are read in their list, with the query that
 * it needs, and so is one whose id that query may name. What is no record is read where the nearest path above, or a read right below that,
 * shows it. What was only accepted is followed at its run, which is read below the path where that has its own runs.
 * @returns the address, with `{}` for the id of the record and `{name}` for a parameter of the request
 * @throws when there is nowhere to read it
 */
export function placeOf(document: Reads, path: string, status: string, answer: Success | undefined): string {
  if (status === '202') return hasRuns(document, path) ? `${path}/{}` : '/v1/runs/{}';
  const id = idIn(document, answer);
  const isOne = id !== undefined;
  const hasRecords = (above: string) =>
    Object.entries(document.paths).some(
      ([other, { get }]) => other.startsWith(`${above}/`) && /^\{\w+\}$/.test(other.slice(above.length + 1)) && get,
    );
  const list = document.paths[path]?.get;
  if (isOne && hasRecords(path)) return `${path}/{}`;
  if (list) return `${path}${(isOne && chosenIn(document, list.parameters, id)) || neededIn(document, list.parameters)}`;
  const above = path.slice(0, path.lastIndexOf('/'));
  if (isOne && hasRecords(above)) return `${above}/{}`;
  const collection = isOne ? collectionOf(document, above, id) : undefined;
  if (collection !== undefined) return `${collection}/{}`;
  for (let up = above; up !== ''; up = up.slice(0, up.lastIndexOf('/'))) {
    if (document.paths[up]?.get) return up;
    const beside = showingIn(document, up, answer);
    if (beside !== undefined) return beside;
  }
  throw new Error(`${path}: nowhere to read what it creates`);
}

/** Whether runs are read right below a path. */
function hasRuns(document: Reads, path: string): boolean {
  return Object.entries(document.paths).some(
    ([other, { get }]) =>
      other.startsWith(`${path}/`) &&
      /^\{\w+\}$/.test(other.slice(path.length + 1)) &&
      idIn(document, get?.responses?.['200'])?.startsWith('run_'),
  );
}

/** @returns the read right below a path whose example shows what the example of an answer says */
function showingIn({ components, paths }: Reads, above: string, answer: Success | undefined): string | undefined {
  const [said = ''] = Object.keys(exampleIn(components, answer) ?? {});
  return Object.entries(paths).find(
    ([path, { get }]) =>
      path.startsWith(`${above}/`) &&
      /^[\w-]+$/.test(path.slice(above.length + 1)) &&
      said in (exampleIn(components, get?.responses?.['200']) ?? {}),
  )?.[0];
}

const exampleIn = (components: Reads['components'], { content = {} }: Success = {}) =>
  components.examples[nameIn(Object.values(Object.values(content)[0]?.examples ?? {})[0]?.$ref ?? '')]?.value;

/** @returns the id of the record in the example of an answer, which stands in `data` where the envelope is given; undefined for several records */
export function idIn({ components }: Reads, { content = {} }: Success = {}): string | undefined {
  const [example] = Object.values(Object.values(content)[0]?.examples ?? {});
  const { id, data } = components.examples[nameIn(example?.$ref ?? '')]?.value ?? {};
  return data?.id ?? id;
}

/** @returns the collection of a path, or right below it, whose records have ids with the same prefix */
function collectionOf({ components, paths }: Reads, above: string, id: string): string | undefined {
  const prefix = id.slice(0, id.lastIndexOf('_') + 1);
  const found = Object.entries(paths).find(([path, { parameters = [], get }]) => {
    if (path !== above && !(path.startsWith(`${above}/`) && /^[\w-]+\/\{\w+\}$/.test(path.slice(above.length + 1)))) return false;
    const name = /\{(\w+)\}$/.exec(path)?.[1];
    const last = resolvedIn(components, parameters).find((parameter) => parameter.name === name);
    return name !== undefined && get && last?.example?.startsWith(prefix);
  });
  return found?.[0].replace(/\/[^/]*$/, '');
}

function resolvedIn(components: Reads['components'], parameters: readonly Parameter[]): Parameter[] {
  return parameters.map((one) => (one.$ref ? (components.parameters[nameIn(one.$ref)] ?? {}) : one));
}

/** The query that names the record, where a read of one of several shows another one without it. */
function chosenIn({ components }: Reads, parameters: readonly Parameter[] = [], id: string): string | undefined {
  const prefix = id.slice(0, id.lastIndexOf('_') + 1);
  const named = resolvedIn(components, parameters).find(
    ({ in: place, example }) => place === 'query' && typeof example === 'string' && example.startsWith(prefix),
  );
  return named?.name && `?${named.name}={}`;
}

/** The query without which a list is not answered. */
function neededIn({ components }: Reads, parameters: readonly Parameter[] = []): string {
  const needed = resolvedIn(components, parameters).filter(({ in: place, required }) => place === 'query' && required);
  return needed.length ? `?${needed.map(({ name = '' }) => `${name}={${name}}`).join('&')}` : '';
}
