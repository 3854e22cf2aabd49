/** Every request of the contract that only reads, about records that there are. */
import { contract, resolve, type Parameter } from '../support/contract.ts';
import { withValidAddress } from '../support/signed.ts';
import type { startApp } from '../support/app.ts';
import { idsIn, kindOf } from '../tenancy/ids.ts';
import { exampleOf } from '../tenancy/organizations.ts';
import { shownIn } from './shown.ts';
import type { World } from './world.ts';

type Operation = (typeof contract)[number];
export interface Reading {
  readonly operation: Operation;
  readonly path: string;
  readonly body?: unknown;
}

/** Records of a kind that are asked for one by one. */
const mostRecords = 8;
/** The oldest and the newest, which are the test's own, are always among them. */
const always = 6;
/** Those that are looked at to choose them. */
const mostAsked = 60;
/** Those whose documents are made one by one. */
const mostDocuments = 3;
const mostDocumentsAsked = 8;
/** What finds every text that has a canary, and else some. */
const sought: Readonly<Record<string, string>> = { searchRecords: 'canary*', listSearchSuggestions: 'canary' };

export async function readingsOf(app: ReturnType<typeof startApp>, world: World, entities: readonly Entity[]): Promise<Reading[]> {
  const known = await world.ids();
  const readings: Reading[] = [];
  const reads = contract.filter(({ registry, method }) => (method === 'GET' || registry.effect === 'read') && registry.scope !== 'public');
  const places = new Map<string, readonly string[]>();
  const lists = new Map<string, readonly string[]>();
  for (const operation of reads) {
    const [body] = exampleOf(operation, (kind) => known.get(kind)?.[0] ?? kind).bodies;
    const queries = queriesOf(operation, known, entities);
    const readingOf = (place: string, query: string): Reading => {
      const url = withValidAddress(operation, `${place}${query && `?${query}`}`, app.ports.secrets, world.id);
      return { operation, path: url, ...(body !== undefined && { body }) };
    };
    const all = await placesOf(operation.template);
    const chosen = all.length > 1 ? await telling(operation, all, (place) => readingOf(place, queries[0] ?? '')) : all;
    readings.push(...chosen.flatMap((place) => queries.map((query) => readingOf(place, query))));
  }
  return readings;

  /** The places whose answers show the most kinds of text, found by asking, because the order of the records is not theirs to keep. */
  async function telling(operation: Operation, all: readonly string[], readingOf: (place: string) => Reading): Promise<string[]> {
    const isDocument = operation.registry.produces.some((type) => /pdf|zip|word|sheet/.test(type));
    const most = isDocument ? mostDocuments : mostRecords;
    const asked: { readonly place: string; readonly texts: ReadonlySet<string> }[] = [];
    for (const place of [...all.slice(0, mostAsked), ...all.slice(mostAsked).slice(-mostAsked / 2)]) {
      if (isDocument && asked.length === mostDocumentsAsked) break;
      const { path, body } = readingOf(place);
      const answer = await world.call(operation.method, path, { body });
      if (answer.status >= 300) continue;
      const homes = [...(await shownIn(answer))].flatMap((canary) => world.homes.get(canary) ?? []);
      asked.push({ place, texts: new Set(homes.map(({ kind, field, isDraft }) => `${kind}.${field} ${isDraft}`)) });
    }
    const chosen: string[] = [];
    const seen = new Set<string>();
    const newIn = ({ texts }: (typeof asked)[number]) => [...texts].filter((text) => !seen.has(text)).length;
    for (let isNew = true; (chosen.length < most || isNew) && asked.length;) {
      const best = chosen.length < Math.min(always, most) ? asked[0] : asked.toSorted((one, other) => newIn(other) - newIn(one))[0];
      if (!best) break;
      isNew = newIn(best) > 0;
      if (!isNew && chosen.length >= most) break;
      asked.splice(asked.indexOf(best), 1);
      chosen.push(best.place);
      for (const text of best.texts) seen.add(text);
    }
    // What is hidden, refused or missing is asked for, too.
    return chosen.length ? chosen : all.slice(0, 2);
  }
  /** Paths of records: below others those of their lists, and else some of the kind that the example shows. */
  async function placesOf(template: string): Promise<readonly string[]> {
    const done = places.get(template);
    if (done) return done;
    const [, above = '', name = '', rest = ''] = /^(.*)\/\{(\w+)\}([^{}]*)$/.exec(template) ?? [];
    if (name === '') return [template];
    const found: string[] = [];
    const list = contract.find((operation) => operation.method === 'GET' && operation.template === above);
    for (const place of above.includes('{') ? await placesOf(above) : [above]) {
      const listed = above.includes('{') && list ? await idsListed(place) : undefined;
      found.push(
        ...(listed ?? valuesOf(template, name))
          .slice(0, listed ? 3 : undefined)
          .map((value) => `${place}/${encodeURIComponent(value)}${rest}`),
      );
      if (found.length >= mostRecords && !templatesBelow(template)) break;
    }
    places.set(template, found);
    return found;
  }
  function templatesBelow(template: string): boolean {
    return contract.some(
      (operation) => operation.template.startsWith(`${template}/`) && operation.template.slice(template.length).includes('{'),
    );
  }
  async function idsListed(path: string): Promise<readonly string[] | undefined> {
    const known = lists.get(path);
    if (known) return known;
    const { status, body } = await world.call('GET', path);
    if (status !== 200 || !Array.isArray(body?.data)) return undefined;
    const ids: unknown[] = body.data.map((item: { readonly id?: unknown }) => item.id);
    const texts = ids.filter((id) => typeof id === 'string');
    if (texts.length < ids.length) return undefined;
    lists.set(path, texts);
    return texts;
  }
  function valuesOf(template: string, name: string): string[] {
    const parameter = contract
      .filter((operation) => operation.template.startsWith(template))
      .flatMap(({ parameters }) => parameters)
      .find((one) => one.in === 'path' && one.name === name);
    const schema = parameter?.schema && resolve(parameter.schema);
    if (schema?.enum) return schema.enum.map(String);
    const example = String(parameter?.example);
    const [id] = idsIn(example);
    // The latest ones are those that the test has made.
    if (id === example) return spread(known.get(kindOf(id)) ?? [id]);
    return [example];
  }
}

const spread = (ids: readonly string[]) => [...new Set([...ids.slice(0, 3), ...ids.toReversed()])];

/** A record that comments, files and task items can belong to. */
export interface Entity {
  readonly entityType: string;
  readonly entityId: string;
}

/** The query that is required, and then one with each value of each parameter that has few. */
function queriesOf(operation: Operation, known: ReadonlyMap<string, string[]>, entities: readonly Entity[]): string[] {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const required = parameters.filter((parameter) => parameter.required && parameter.name !== 'expires' && parameter.name !== 'signature');
  const has = (name: string) => parameters.some((parameter) => parameter.name === name);
  const most = maximumOf(parameters.find(({ name }) => name === 'limit'));
  const wide = [...(most === undefined ? [] : [['limit', String(most)]]), ...(has('count') ? [['count', 'true']] : [])];
  const isAboutEntity = has('entityType') && has('entityId') && required.some(({ name }) => name === 'entityId');
  const usual = required
    .filter(({ name }) => !isAboutEntity || !name.startsWith('entity'))
    .map(({ name, example }) => [name, name === 'q' ? (sought[operation.id] ?? 'kestrel') : String(idOr(example, known))]);
  const bases = isAboutEntity
    ? entities
        .filter(({ entityType }) => valuesOf(parameters.find(({ name }) => name === 'entityType')).includes(entityType))
        .map(({ entityType, entityId }) => [...usual, ['entityType', entityType], ['entityId', entityId]])
    : (required.flatMap((parameter) => {
        const values = valuesOf(parameter);
        return values.length && parameter.name !== 'q'
          ? [values.map((value) => [...usual.filter(([name]) => name !== parameter.name), [parameter.name, value]])]
          : [];
      })[0] ?? [usual]);
  const variants =
    operation.id === 'searchRecords'
      ? [[]]
      : parameters
          .filter(
            ({ name }) => !['sortBy', 'sortOrder', 'limit', 'count', 'cursor'].includes(name) && !required.some((one) => one.name === name),
          )
          .flatMap((parameter) => valuesOf(parameter).map((value) => [[parameter.name, value]]));
  return bases.flatMap((base) =>
    [[], ...(isAboutEntity ? [] : variants)].map((variant) =>
      new URLSearchParams([...base, ...wide, ...variant].map(([name = '', value = '']): [string, string] => [name, value])).toString(),
    ),
  );
}

function idOr(example: unknown, known: ReadonlyMap<string, string[]>): unknown {
  const value = Array.isArray(example) ? example[0] : example;
  const [id] = idsIn(String(value));
  return id === undefined ? value : (known.get(kindOf(id))?.[0] ?? value);
}

function maximumOf(parameter: Parameter | undefined): number | undefined {
  const { maximum }: { readonly maximum?: number } = Object(parameter?.schema && resolve(parameter.schema));
  return parameter && maximum;
}

function valuesOf(parameter: Parameter | undefined): string[] {
  const schema = parameter?.schema && resolve(parameter.schema);
  const { items, type }: { readonly items?: { readonly $ref?: string; readonly enum?: readonly unknown[] }; readonly type?: string } =
    Object(schema);
  const values = schema?.enum ?? (items && resolve(items).enum);
  if (values) return values.map(String);
  return type === 'boolean' ? ['true'] : [];
}
