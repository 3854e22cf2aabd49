/** Creates one record of every kind, so that each path can be called for an existing record. */
import type { Caller } from './app.ts';
import { contract, resolve } from './contract.ts';
import { requiresPerson } from './persons.ts';

/** Path parameters by name. */
export type PathParameters = Readonly<Record<string, string>>;
/** Functions that call the API. With `inPerson`, records that only persons can create are created, too. */
type Calling = Pick<Caller, 'call'> & Partial<Pick<Caller, 'inPerson'>>;

/** Thrown when creating a record would require a record of the same kind. */
class Circular extends Error {}

/**
 * Creates records through the API, from the examples in the contract. A record that cannot be created by itself is looked up: the first
 * record of its list, or the example of the parameter in the contract.
 * @param caller with every permission in a new organization @param templates of the paths to call; by default all paths @returns the path
 * parameters of a record for each path template
 */
export async function createRecords(
  caller: Calling,
  templates: readonly string[] = [...new Set(contract.map(({ template }) => template))],
): Promise<Readonly<Record<string, PathParameters>>> {
  const { placeAt } = recordsOnDemand(caller);
  const parametersByTemplate: Record<string, PathParameters> = {};
  // Records that can be created come first, because some lists, such as the audit log, are filled by this.
  for (const template of templates.toSorted((one, other) => Number(canCreate(other)) - Number(canCreate(one))))
    parametersByTemplate[template] = await placeAt(template);
  return parametersByTemplate;
}

/** @returns functions that create each record once, when a path or a body first needs it */
export function recordsOnDemand(caller: Calling) {
  const parametersByKey = new Map<string, PathParameters>();
  const templatesInProgress = new Set<string>();
  /** @param template of a path, whole or up to a parameter @throws when creating the record requires a record of the same kind */
  async function placeAt(template: string): Promise<PathParameters> {
    const [, collection = '', name = ''] = /^(.*)\/\{(\w+)\}/.exec(template) ?? [];
    if (name === '') return {};
    const key = `${collection} ${name}`;
    const existingParameters = parametersByKey.get(key);
    if (existingParameters) return existingParameters;
    if (templatesInProgress.has(key)) throw new Circular(`nothing makes a record of ${collection} that needs none of them itself`);
    templatesInProgress.add(key);
    const parentParameters = await placeAt(collection);
    const newParameters = {
      ...parentParameters,
      [name]: await findOrCreate(caller, collection, name, parentParameters, { own: withExistingIds, place: placeAt }),
    };
    parametersByKey.set(key, newParameters);
    return newParameters;
  }
  /** @returns the example with its ids replaced by ids of existing records, which are created if necessary */
  async function withExistingIds(example: unknown, collection: string): Promise<unknown> {
    let text = JSON.stringify(example);
    for (const [id] of text.matchAll(/\b[a-z]+(?:_[a-z]+)*_[0-9a-f]{24}\b/g)) {
      const kind = id.slice(0, -24);
      if (kind === 'org_') text = text.replaceAll(id, idOf((await caller.call('GET', '/v1/organization')).body) ?? id);
      const creator = contract.find(
        ({ template, parameters }) =>
          /^[^{]*\/\{\w+\}$/.test(template) &&
          !template.startsWith(`${collection}/`) &&
          parameters.some((parameter) => parameter.in === 'path' && String(parameter.example).startsWith(kind)),
      );
      if (creator && canCreate(creator.template)) text = text.replaceAll(id, Object.values(await placeAt(creator.template))[0] ?? id);
    }
    // Different ids of a list may have become the same one.
    return JSON.parse(text, (_name, value) =>
      Array.isArray(value) && value.every((item) => typeof item === 'string') ? [...new Set(value)] : value,
    );
  }
  return { placeAt, withExistingIds };
}

/** The path of an operation with these parameters, and with its required query. */
export function pathAt({ template, path }: { readonly template: string; readonly path: string }, parameters: PathParameters): string {
  const query = path.indexOf('?');
  return fillTemplate(template, parameters) + (query < 0 ? '' : path.slice(query));
}

export function fillTemplate(template: string, parameters: PathParameters): string {
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(parameters[name] ?? ''));
}
/** The operations that create records. Public operations, such as exchanging a code, create no records of an organization. */
const posts = contract.filter(({ method, registry }) => method === 'POST' && registry.scope !== 'public');
/** @returns the operation that creates a record of this collection: a POST to it, or a POST whose Location is in the collection */
const findCreatingOperation = (collection: string) =>
  posts.find((operation) => operation.template === collection && returnsRecord(operation)) ??
  posts.find((operation) => !operation.template.includes('{') && createdIn(operation) === collection);
/** @returns whether an operation returns the created record; background runs and counts are not records */
const returnsRecord = ({ responses }: (typeof contract)[number]) =>
  responses.some(({ status, answer }) => {
    const [example] = Object.values(answer.content?.['application/json']?.examples ?? {});
    const value = example && Object(resolve(example).value);
    return (status === 200 || status === 201) && (idOf(value) ?? idOf(value?.data) ?? idOf(value?.data?.[0])) !== undefined;
  });
/** @returns the collection of the records that an operation creates or starts, from its example of Location */
const createdIn = ({ responses }: (typeof contract)[number], created = 201) =>
  String(responses.find(({ status }) => status === created)?.answer.headers?.Location?.example).replace(/\/[^/]*$/, '');
const canCreate = (template: string) => findCreatingOperation(template.replace(/\/\{\w+\}[^{}]*$/, '')) !== undefined;

/** Other existing records, created on demand. */
interface Others {
  own(example: unknown, collection: string): Promise<unknown>;
  place(template: string): Promise<PathParameters>;
}

/** @returns the id of a record of this collection */
async function findOrCreate(
  { call, inPerson }: Calling,
  collection: string,
  name: string,
  parentParameters: PathParameters,
  { own: withExistingIds, place: placeAt }: Others,
): Promise<string> {
  const parentPath = fillTemplate(collection, parentParameters);
  const { template: creatingTemplate = collection, bodies: examples = [], registry } = findCreatingOperation(collection) ?? {};
  // Without a session, operations on the account of a person cannot be called.
  const bodies = registry?.scope === 'account' && !inPerson ? [] : examples;
  const refusals: string[] = [];
  for (const example of bodies) {
    for (const adapt of [async () => example, () => withExistingIds(example, collection)]) {
      const body = await adapt().catch((error: unknown) => (error instanceof Circular ? error : Promise.reject(error)));
      // Another example may not need this record.
      if (body instanceof Circular) {
        refusals.push(body.message);
        continue;
      }
      const path = fillTemplate(creatingTemplate, parentParameters);
      const createAnswer = await ((requiresPerson('POST', path) && inPerson) || call)('POST', path, { body });
      const id = idOf(createAnswer.body) ?? idOf(createAnswer.body?.data) ?? idOf(createAnswer.body?.data?.[0]);
      if (createAnswer.status < 300 && id !== undefined) return id;
      refusals.push(createAnswer.text);
    }
  }
  const startedId = await createInBackground({ call }, collection);
  if (startedId !== undefined) return startedId;
  const list = contract.find(({ method, template }) => method === 'GET' && template === collection);
  const read = async () => (list ? idOf((await call('GET', pathAt(list, parentParameters))).body?.data?.[0]) : undefined);
  const listedRecord = (await read()) ?? (list && (await ensureRecords({ call }, list.registry.area)) ? await read() : undefined);
  if (refusals.length && listedRecord === undefined)
    throw new Error(`no example of POST ${parentPath} makes a record in a fresh organization, nor is there one:\n${refusals.join('\n')}`);
  const example = contract
    .flatMap(({ template, parameters }) => (template.startsWith(`${collection}/{${name}}`) ? parameters : []))
    .find((parameter) => parameter.name === name)?.example;
  return listedRecord ?? (await findElsewhere({ call }, String(example), collection, placeAt)) ?? String(example);
}

/** Calls the operation that creates all records of an area together. @returns whether it exists */
async function ensureRecords({ call }: Calling, area: string): Promise<boolean> {
  const ensure = contract.find(
    ({ id, template, registry }) => registry.area === area && id.startsWith('ensure') && !template.includes('{'),
  );
  if (ensure) await call(ensure.method, ensure.path);
  return ensure !== undefined;
}

/**
 * @param example an id of the kind @returns the id of a record of the same kind from another list. If the list is empty, calls the
 * operations of its area that may fill it.
 */
async function findElsewhere(
  { call }: Calling,
  example: string,
  collection: string,
  placeAt: Others['place'],
): Promise<string | undefined> {
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
  const read = async () => idOf((await call('GET', fillTemplate(list.template, await placeAt(list.template)))).body?.data?.[0]);
  const foundRecord = await read();
  if (foundRecord !== undefined) return foundRecord;
  const ofArea = (createdStatus: number) =>
    posts.filter(
      ({ registry, responses }) => registry.area === list.registry.area && responses.some(({ status }) => status === createdStatus),
    );
  // Background work may require another record of its area.
  for (const operation of [...ofArea(201), ...ofArea(202)]) {
    const parameters = await placeAt(operation.template).catch((error: unknown) =>
      error instanceof Circular ? undefined : Promise.reject(error),
    );
    if (parameters) for (const body of operation.bodies) await call('POST', pathAt(operation, parameters), { body });
  }
  return read();
}

function exampleOf({ responses }: (typeof contract)[number]): { readonly data?: readonly unknown[] } | undefined {
  const [example] = Object.values(responses.find(({ status }) => status === 200)?.answer.content?.['application/json']?.examples ?? {});
  return example && Object(resolve(example).value);
}

/** @returns the id of a record of this collection that an operation creates for polling; undefined if none does in a fresh organization */
async function createInBackground({ call }: Calling, collection: string): Promise<string | undefined> {
  for (const { method, path, bodies } of contract.filter((one) => !one.template.includes('{') && createdIn(one, 202) === collection)) {
    const answer = await call(method, path, { body: bodies[0] });
    const location = answer.headers.get('location') ?? '';
    if (answer.status === 202 && location.startsWith(`${collection}/`)) return location.slice(collection.length + 1);
  }
  return undefined;
}

function idOf(record: unknown): string | undefined {
  return typeof record === 'object' && record !== null && 'id' in record && typeof record.id === 'string' ? record.id : undefined;
}
