/** One record of every kind, so that each path can be asked for something that is there. */
import type { Caller } from './app.ts';
import { contract } from './contract.ts';

/** Path parameters by name. */
export type Place = Readonly<Record<string, string>>;
type Calling = Pick<Caller, 'call'>;

/**
 * Makes them through the interface, from the contract's own examples. What nobody creates, or not without something else, is found: the first of
 * its list, or what the contract gives as the example of the parameter.
 * @param caller who may do everything in a fresh organization
 * @returns the path parameters of a record, by path template
 */
export async function records(caller: Calling): Promise<Readonly<Record<string, Place>>> {
  const found = new Map<string, Promise<Place>>();
  /** @param template up to some parameter, or all of it */
  function place(template: string): Promise<Place> {
    const [, collection = '', name = ''] = /^(.*)\/\{(\w+)\}/.exec(template) ?? [];
    if (name === '') return Promise.resolve({});
    const known = found.get(`${collection} ${name}`) ?? place(collection).then(async (above) => ({ ...above, [name]: await inside(caller, collection, name, above) }));
    found.set(`${collection} ${name}`, known);
    return known;
  }
  const templates = [...new Set(contract.map(({ template }) => template))];
  const places: Record<string, Place> = {};
  // What can be made comes first: some lists, such as the audit log, are filled by that.
  for (const template of templates.toSorted((one, other) => Number(isMade(other)) - Number(isMade(one)))) places[template] = await place(template);
  return places;
}

/** The path of an operation with these parameters, and with the query that it requires. */
export function pathAt({ template, path }: { readonly template: string; readonly path: string }, place: Place): string {
  const query = path.indexOf('?');
  return filled(template, place) + (query < 0 ? '' : path.slice(query));
}

const filled = (template: string, place: Place) => template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(place[name] ?? ''));
const creation = (collection: string) => contract.find(({ method, template }) => method === 'POST' && template === collection);
const isMade = (template: string) => creation(template.replace(/\/\{\w+\}[^{}]*$/, '')) !== undefined;

/** @returns the id of a record of this collection */
async function inside({ call }: Calling, collection: string, name: string, above: Place): Promise<string> {
  const at = filled(collection, above);
  const refusals: string[] = [];
  for (const body of creation(collection)?.bodies ?? []) {
    const made = await call('POST', at, { body });
    const id = idOf(made.body) ?? idOf(made.body?.data) ?? idOf(made.body?.data?.[0]);
    if (made.status < 300 && id !== undefined) return id;
    refusals.push(made.text);
  }
  const begun = await inBackground({ call }, collection);
  if (begun !== undefined) return begun;
  const listed = contract.some(({ method, template }) => method === 'GET' && template === collection) ? idOf((await call('GET', at)).body?.data?.[0]) : undefined;
  if (refusals.length && listed === undefined) throw new Error(`no example of POST ${at} makes a record in a fresh organization, nor is there one:\n${refusals.join('\n')}`);
  const example = contract.flatMap(({ template, parameters }) => (template.startsWith(`${collection}/{${name}}`) ? parameters : [])).find((parameter) => parameter.name === name)?.example;
  return listed ?? String(example);
}

/** @returns the id of a record of this collection that an operation makes to be polled; undefined when none does in a fresh organization */
async function inBackground({ call }: Calling, collection: string): Promise<string | undefined> {
  for (const { method, template, path, bodies } of contract.filter(({ responses }) => responses.some(({ status }) => status === 202))) {
    if (template.includes('{')) continue;
    const answer = await call(method, path, { body: bodies[0] });
    const location = answer.headers.get('location') ?? '';
    if (answer.status === 202 && location.startsWith(`${collection}/`)) return location.slice(collection.length + 1);
  }
  return undefined;
}

function idOf(record: unknown): string | undefined {
  return typeof record === 'object' && record !== null && 'id' in record && typeof record.id === 'string' ? record.id : undefined;
}
