/** Determines where a created record can be read, for the `Location` in the contract's examples and in the answers of the server. */
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
    readonly examples: Readonly<
      Record<string, { readonly value?: { readonly id?: string | null; readonly data?: { readonly id?: string } } }>
    >;
  };
}
interface Success {
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, { readonly $ref?: string }>> }>>;
}

/**
 * Finds the address of created records. One record is read below the path that created it, below the nearest parent that has records, or in
 * a collection whose records have the same id prefix. Several records are read in their list, with the query that the list requires, and so
 * is one record whose id can be named in that query. Other results are read at the nearest parent, or directly below it, if that read
 * returns them. Accepted work is read at its run, which is below the path if the path has its own runs.
 * @returns the address, with `{}` for the id of the record and `{name}` for a parameter of the request; undefined when the answer has null
 * in place of the id, because its caller may not read the record @throws when it cannot be read anywhere
 */
export function findLocation(document: Reads, path: string, status: string, answer: Success | undefined): string | undefined {
  if (exampleIn(document.components, answer)?.id === null) return undefined;
  if (status === '202') return hasRuns(document, path) ? `${path}/{}` : '/v1/runs/{}';
  const id = idIn(document, answer);
  const isOne = id !== undefined;
  const hasRecords = (parentPath: string) =>
    Object.entries(document.paths).some(
      ([other, { get }]) => other.startsWith(`${parentPath}/`) && /^\{\w+\}$/.test(other.slice(parentPath.length + 1)) && get,
    );
  const list = document.paths[path]?.get;
  if (isOne && hasRecords(path)) return `${path}/{}`;
  if (list) return `${path}${(isOne && selectingQuery(document, list.parameters, id)) || requiredQuery(document, list.parameters)}`;
  const parentPath = path.slice(0, path.lastIndexOf('/'));
  if (isOne && hasRecords(parentPath)) return `${parentPath}/{}`;
  const collection = isOne ? findCollection(document, parentPath, id) : undefined;
  if (collection !== undefined) return `${collection}/{}`;
  for (let parent = parentPath; parent !== ''; parent = parent.slice(0, parent.lastIndexOf('/'))) {
    if (document.paths[parent]?.get) return parent;
    const sibling = findReadShowing(document, parent, answer);
    if (sibling !== undefined) return sibling;
  }
  throw new Error(`${path}: no operation reads the record that it creates`);
}

/** @returns whether runs are read directly below a path */
function hasRuns(document: Reads, path: string): boolean {
  return Object.entries(document.paths).some(
    ([other, { get }]) =>
      other.startsWith(`${path}/`) &&
      /^\{\w+\}$/.test(other.slice(path.length + 1)) &&
      idIn(document, get?.responses?.['200'])?.startsWith('run_'),
  );
}

/** @returns the read directly below a path whose example has the content of the answer's example */
function findReadShowing({ components, paths }: Reads, parentPath: string, answer: Success | undefined): string | undefined {
  const [firstKey = ''] = Object.keys(exampleIn(components, answer) ?? {});
  return Object.entries(paths).find(
    ([path, { get }]) =>
      path.startsWith(`${parentPath}/`) &&
      /^[\w-]+$/.test(path.slice(parentPath.length + 1)) &&
      firstKey in (exampleIn(components, get?.responses?.['200']) ?? {}),
  )?.[0];
}

const exampleIn = (components: Reads['components'], { content = {} }: Success = {}) =>
  components.examples[nameIn(Object.values(Object.values(content)[0]?.examples ?? {})[0]?.$ref ?? '')]?.value;

/**
 * @returns the id of the record in the example of an answer, inside `data` where the envelope is prescribed; undefined for several records
 */
export function idIn({ components }: Reads, { content = {} }: Success = {}): string | undefined {
  const [example] = Object.values(Object.values(content)[0]?.examples ?? {});
  const { id, data } = components.examples[nameIn(example?.$ref ?? '')]?.value ?? {};
  return data?.id ?? id ?? undefined;
}

/** @returns the collection at a path, or directly below it, whose records have ids with the same prefix */
function findCollection({ components, paths }: Reads, parentPath: string, id: string): string | undefined {
  const prefix = id.slice(0, id.lastIndexOf('_') + 1);
  const foundCollection = Object.entries(paths).find(([path, { parameters = [], get }]) => {
    if (path !== parentPath && !(path.startsWith(`${parentPath}/`) && /^[\w-]+\/\{\w+\}$/.test(path.slice(parentPath.length + 1))))
      return false;
    const name = /\{(\w+)\}$/.exec(path)?.[1];
    const lastParameter = resolvedIn(components, parameters).find((parameter) => parameter.name === name);
    return name !== undefined && get && lastParameter?.example?.startsWith(prefix);
  });
  return foundCollection?.[0].replace(/\/[^/]*$/, '');
}

function resolvedIn(components: Reads['components'], parameters: readonly Parameter[]): Parameter[] {
  return parameters.map((one) => (one.$ref ? (components.parameters[nameIn(one.$ref)] ?? {}) : one));
}

/** @returns the query that selects the record, for a read that would otherwise return another record */
function selectingQuery({ components }: Reads, parameters: readonly Parameter[] = [], id: string): string | undefined {
  const prefix = id.slice(0, id.lastIndexOf('_') + 1);
  const selectingParameter = resolvedIn(components, parameters).find(
    ({ in: place, example }) => place === 'query' && typeof example === 'string' && example.startsWith(prefix),
  );
  return selectingParameter?.name && `?${selectingParameter.name}={}`;
}

/** @returns the query with the required parameters of a list */
function requiredQuery({ components }: Reads, parameters: readonly Parameter[] = []): string {
  const requiredParameters = resolvedIn(components, parameters).filter(({ in: place, required }) => place === 'query' && required);
  return requiredParameters.length ? `?${requiredParameters.map(({ name = '' }) => `${name}={${name}}`).join('&')}` : '';
}
