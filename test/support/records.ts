/** One record of every kind, so that each path can be asked for something that is there. */
import type { Caller } from './app.ts';
import { contract, resolve } from './contract.ts';
import { isOfAPerson } from './persons.ts';

/** Path parameters by name. */
export type Place = Readonly<Record<string, string>>;
/** With a session, what only a person makes is made, too. */
type Calling = Pick<Caller, 'call'> & Partial<Pick<Caller, 'inPerson'>>;

/** A record would be needed to make itself. */
class Circular extends Error {}

/**
 * Makes them through the interface, from the contract's own examples. What nobody creates, or not without something else, is found: the first of
 * its list, or what the contract gives as the example of the parameter.
 * @param caller who may do everything in a fresh organization
 * @param templates of the paths that are to be asked: all of them, unless some are named
 * @returns the path parameters of a record, by path template
 */
export async function records(
  caller: Calling,
  templates: readonly string[] = [...new Set(contract.map(({ template }) => template))],
): Promise<Readonly<Record<string, Place>>> {
  const found = new Map<string, Place>();
  const asked = new Set<string>();
  /** @param template up to some parameter, or all of it @throws when a record can only be made with itself */
  async function place(template: string): Promise<Place> {
    const [, collection = '', name = ''] = /^(.*)\/\{(\w+)\}/.exec(template) ?? [];
    if (name === '') return {};
    const key = `${collection} ${name}`;
    const known = found.get(key);
    if (known) return known;
    if (asked.has(key)) throw new Circular(`nothing makes a record of ${collection} that needs none of them itself`);
    asked.add(key);
    const above = await place(collection);
    const made = { ...above, [name]: await inside(caller, collection, name, above, { own, place }) };
    found.set(key, made);
    return made;
  }
  /** The same example about records that there are: each that its ids stand for is made first. */
  async function own(example: unknown, collection: string): Promise<unknown> {
    let text = JSON.stringify(example);
    for (const [id] of text.matchAll(/\b[a-z]+(?:_[a-z]+)*_[0-9a-f]{24}\b/g)) {
      const kind = id.slice(0, -24);
      if (kind === 'org_') text = text.replaceAll(id, idOf((await caller.call('GET', '/v1/organization')).body) ?? id);
      const of = contract.find(
        ({ template, parameters }) =>
          /^[^{]*\/\{\w+\}$/.test(template) &&
          !template.startsWith(`${collection}/`) &&
          parameters.some((parameter) => parameter.in === 'path' && String(parameter.example).startsWith(kind)),
      );
      if (of && isMade(of.template)) text = text.replaceAll(id, Object.values(await place(of.template))[0] ?? id);
    }
    return JSON.parse(text);
  }
  const places: Record<string, Place> = {};
  // What can be made comes first: some lists, such as the audit log, are filled by that.
  for (const template of templates.toSorted((one, other) => Number(isMade(other)) - Number(isMade(one))))
    places[template] = await place(template);
  return places;
}

/** The path of an operation with these parameters, and with the query that it requires. */
export function pathAt({ template, path }: { readonly template: string; readonly path: string }, place: Place): string {
  const query = path.indexOf('?');
  return filled(template, place) + (query < 0 ? '' : path.slice(query));
}

const filled = (template: string, place: Place) =>
  template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(place[name] ?? ''));
/** A code that is exchanged makes no record of an organization. */
const posts = contract.filter(({ method, registry }) => method === 'POST' && registry.scope !== 'public');
/** What makes a record of this collection: a POST to it, or one elsewhere that says the record is there. */
const creation = (collection: string) =>
  posts.find((operation) => operation.template === collection && answersRecord(operation)) ??
  posts.find((operation) => !operation.template.includes('{') && placeOf(operation) === collection);
/** Whether an operation answers what it has made. What is only begun, or counted, is no record. */
const answersRecord = ({ responses }: (typeof contract)[number]) =>
  responses.some(({ status, answer }) => {
    const [example] = Object.values(answer.content?.['application/json']?.examples ?? {});
    const value = example && Object(resolve(example).value);
    return (status === 200 || status === 201) && (idOf(value) ?? idOf(value?.data) ?? idOf(value?.data?.[0])) !== undefined;
  });
/** The collection of what an operation creates, or begins, by its example of Location. */
const placeOf = ({ responses }: (typeof contract)[number], created = 201) =>
  String(responses.find(({ status }) => status === created)?.answer.headers?.Location?.example).replace(/\/[^/]*$/, '');
const isMade = (template: string) => creation(template.replace(/\/\{\w+\}[^{}]*$/, '')) !== undefined;

/** What else is there, made when it is asked for. */
interface Others {
  own(example: unknown, collection: string): Promise<unknown>;
  place(template: string): Promise<Place>;
}

/** @returns the id of a record of this collection */
async function inside(
  { call, inPerson }: Calling,
  collection: string,
  name: string,
  above: Place,
  { own, place }: Others,
): Promise<string> {
  const at = filled(collection, above);
  const { template: maker = collection, bodies: examples = [], registry } = creation(collection) ?? {};
  // Whoever has no session cannot make what takes the person alone, whatever the organization.
  const bodies = registry?.scope === 'account' && !inPerson ? [] : examples;
  const refusals: string[] = [];
  for (const example of bodies) {
    for (const adapt of [async () => example, () => own(example, collection)]) {
      const body = await adapt().catch((error: unknown) => (error instanceof Circular ? error : Promise.reject(error)));
      // Another example may need no such record.
      if (body instanceof Circular) {
        refusals.push(body.message);
        continue;
      }
      const path = filled(maker, above);
      const made = await ((isOfAPerson('POST', path) && inPerson) || call)('POST', path, { body });
      const id = idOf(made.body) ?? idOf(made.body?.data) ?? idOf(made.body?.data?.[0]);
      if (made.status < 300 && id !== undefined) return id;
      refusals.push(made.text);
    }
  }
  const begun = await inBackground({ call }, collection);
  if (begun !== undefined) return begun;
  const list = contract.find(({ method, template }) => method === 'GET' && template === collection);
  const read = async () => (list ? idOf((await call('GET', pathAt(list, above))).body?.data?.[0]) : undefined);
  const listed = (await read()) ?? (list && (await ensured({ call }, list.registry.area)) ? await read() : undefined);
  if (refusals.length && listed === undefined)
    throw new Error(`no example of POST ${at} makes a record in a fresh organization, nor is there one:\n${refusals.join('\n')}`);
  const example = contract
    .flatMap(({ template, parameters }) => (template.startsWith(`${collection}/{${name}}`) ? parameters : []))
    .find((parameter) => parameter.name === name)?.example;
  return listed ?? (await elsewhere({ call }, String(example), collection, place)) ?? String(example);
}

/** Asks for what creates all records of an area at once. @returns whether there is such an operation */
async function ensured({ call }: Calling, area: string): Promise<boolean> {
  const ensure = contract.find(
    ({ id, template, registry }) => registry.area === area && id.startsWith('ensure') && !template.includes('{'),
  );
  if (ensure) await call(ensure.method, ensure.path);
  return ensure !== undefined;
}

/** @returns the id of a record of the same kind from another list, if need be after what fills it was asked for @param example of the kind */
async function elsewhere({ call }: Calling, example: string, collection: string, place: Others['place']): Promise<string | undefined> {
  const prefix = /^[a-z_]+_(?=[0-9a-f]{24}$)/.exec(example)?.[0];
  const list =
    prefix === undefined
      ? undefined
      : contract.find(
          (operation) =>
            operation.method === 'GET' &&
            operation.template !== collection &&
            !operation.template.startsWith(`${collection}/{`) &&
            idOf(exampleOf(operation)?.data?.[0])?.startsWith(prefix),
        );
  if (!list) return undefined;
  const read = async () => idOf((await call('GET', filled(list.template, await place(list.template)))).body?.data?.[0]);
  const found = await read();
  if (found !== undefined) return found;
  const ofArea = (wanted: number) =>
    posts.filter(({ registry, responses }) => registry.area === list.registry.area && responses.some(({ status }) => status === wanted));
  // What begins in the background may need another record of its area.
  for (const operation of [...ofArea(201), ...ofArea(202)]) {
    const at = await place(operation.template).catch((error: unknown) => (error instanceof Circular ? undefined : Promise.reject(error)));
    if (at) for (const body of operation.bodies) await call('POST', pathAt(operation, at), { body });
  }
  return read();
}

function exampleOf({ responses }: (typeof contract)[number]): { readonly data?: readonly unknown[] } | undefined {
  const [example] = Object.values(responses.find(({ status }) => status === 200)?.answer.content?.['application/json']?.examples ?? {});
  return example && Object(resolve(example).value);
}

/** @returns the id of a record of this collection that an operation makes to be polled; undefined when none does in a fresh organization */
async function inBackground({ call }: Calling, collection: string): Promise<string | undefined> {
  for (const { method, path, bodies } of contract.filter((one) => !one.template.includes('{') && placeOf(one, 202) === collection)) {
    const answer = await call(method, path, { body: bodies[0] });
    const location = answer.headers.get('location') ?? '';
    if (answer.status === 202 && location.startsWith(`${collection}/`)) return location.slice(collection.length + 1);
  }
  return undefined;
}

function idOf(record: unknown): string | undefined {
  return typeof record === 'object' && record !== null && 'id' in record && typeof record.id === 'string' ? record.id : undefined;
}
