/** Builds requests for every operation of the contract that only reads, with ids of existing records. */
import { contract, resolve, type Parameter } from '../support/contract.ts';
import { withValidAddress } from '../support/signed.ts';
import type { startApp } from '../support/app.ts';
import { idsIn, kindOf } from '../tenancy/ids.ts';
import { exampleOf } from '../tenancy/organizations.ts';
import { findCanaries } from './shown.ts';
import type { World } from './world.ts';

type Operation = (typeof contract)[number];
export interface Reading {
  readonly operation: Operation;
  readonly path: string;
  readonly body?: unknown;
}

/** Maximum number of records of a kind that are read by every reader. */
const maxRecords = 8;
/** Number of records that are always read: the first and the last records, which the test has created. */
const minRecords = 6;
/** Maximum number of records from which the records to read are chosen. */
const maxCandidates = 60;
/** `maxRecords` and `maxCandidates` for operations that create a document. */
const maxDocuments = 3;
const maxDocumentCandidates = 8;
/** Search texts for the operations that search, which match texts with a canary. */
const searchTexts: Readonly<Record<string, string>> = { searchRecords: 'canary*', listSearchSuggestions: 'canary' };

export async function readingsOf(app: ReturnType<typeof startApp>, world: World, entities: readonly Entity[]): Promise<Reading[]> {
  const idsByKind = await world.ids();
  const readings: Reading[] = [];
  const readOperations = contract.filter(
    ({ registry, method }) => (method === 'GET' || registry.effect === 'read') && registry.scope !== 'public',
  );
  const pathsByTemplate = new Map<string, readonly string[]>();
  const idsByPath = new Map<string, readonly string[]>();
  for (const operation of readOperations) {
    const [body] = exampleOf(operation, (kind) => idsByKind.get(kind)?.[0] ?? kind).bodies;
    const queries = queriesOf(operation, idsByKind, entities);
    const readingOf = (place: string, query: string): Reading => {
      const url = withValidAddress(operation, `${place}${query && `?${query}`}`, app.ports.secrets, world.id);
      return { operation, path: url, ...(body !== undefined && { body }) };
    };
    const allPaths = await findPaths(operation.template);
    const chosenPaths =
      allPaths.length > 1 ? await choosePaths(operation, allPaths, (place) => readingOf(place, queries[0] ?? '')) : allPaths;
    readings.push(...chosenPaths.flatMap((place) => queries.map((query) => readingOf(place, query))));
  }
  return readings;

  /** Reads the candidates. @returns the first paths, and then those whose answers show the most kinds of text not shown before */
  async function choosePaths(operation: Operation, allPaths: readonly string[], readingOf: (place: string) => Reading): Promise<string[]> {
    const isDocument = operation.registry.produces.some((type) => /pdf|zip|word|sheet/.test(type));
    const maxChosen = isDocument ? maxDocuments : maxRecords;
    const candidates: { readonly place: string; readonly texts: ReadonlySet<string> }[] = [];
    for (const place of [...allPaths.slice(0, maxCandidates), ...allPaths.slice(maxCandidates).slice(-maxCandidates / 2)]) {
      if (isDocument && candidates.length === maxDocumentCandidates) break;
      const { path, body } = readingOf(place);
      const answer = await world.call(operation.method, path, { body });
      if (answer.status >= 300) continue;
      const homes = [...(await findCanaries(answer))].flatMap((canary) => world.homes.get(canary) ?? []);
      candidates.push({ place, texts: new Set(homes.map(({ kind, field, isDraft }) => `${kind}.${field} ${isDraft}`)) });
    }
    const chosenPaths: string[] = [];
    const seenTexts = new Set<string>();
    const countNewTexts = ({ texts }: (typeof candidates)[number]) => [...texts].filter((text) => !seenTexts.has(text)).length;
    for (let isNew = true; (chosenPaths.length < maxChosen || isNew) && candidates.length;) {
      const bestCandidate =
        chosenPaths.length < Math.min(minRecords, maxChosen)
          ? candidates[0]
          : candidates.toSorted((first, second) => countNewTexts(second) - countNewTexts(first))[0];
      if (!bestCandidate) break;
      isNew = countNewTexts(bestCandidate) > 0;
      if (!isNew && chosenPaths.length >= maxChosen) break;
      candidates.splice(candidates.indexOf(bestCandidate), 1);
      chosenPaths.push(bestCandidate.place);
      for (const text of bestCandidate.texts) seenTexts.add(text);
    }
    // If no path is readable, two paths are still requested: their errors must not show anything either.
    return chosenPaths.length ? chosenPaths : allPaths.slice(0, 2);
  }
  /** @returns paths of records with ids from the list of their parent, or with some ids of the kind in the example */
  async function findPaths(template: string): Promise<readonly string[]> {
    const knownPaths = pathsByTemplate.get(template);
    if (knownPaths) return knownPaths;
    const [, parentTemplate = '', name = '', suffix = ''] = /^(.*)\/\{(\w+)\}([^{}]*)$/.exec(template) ?? [];
    if (name === '') return [template];
    const paths: string[] = [];
    const list = contract.find((operation) => operation.method === 'GET' && operation.template === parentTemplate);
    for (const place of parentTemplate.includes('{') ? await findPaths(parentTemplate) : [parentTemplate]) {
      const listedIds = parentTemplate.includes('{') && list ? await listIds(place) : undefined;
      paths.push(
        ...(listedIds ?? valuesOf(template, name))
          .slice(0, listedIds ? 3 : undefined)
          .map((value) => `${place}/${encodeURIComponent(value)}${suffix}`),
      );
      if (paths.length >= maxRecords && !templatesBelow(template)) break;
    }
    pathsByTemplate.set(template, paths);
    return paths;
  }
  function templatesBelow(template: string): boolean {
    return contract.some(
      (operation) => operation.template.startsWith(`${template}/`) && operation.template.slice(template.length).includes('{'),
    );
  }
  async function listIds(path: string): Promise<readonly string[] | undefined> {
    const cachedIds = idsByPath.get(path);
    if (cachedIds) return cachedIds;
    const { status, body } = await world.call('GET', path);
    if (status !== 200 || !Array.isArray(body?.data)) return undefined;
    const ids: unknown[] = body.data.map((item: { readonly id?: unknown }) => item.id);
    const texts = ids.filter((id) => typeof id === 'string');
    if (texts.length < ids.length) return undefined;
    idsByPath.set(path, texts);
    return texts;
  }
  function valuesOf(template: string, name: string): string[] {
    const parameter = contract
      .filter((operation) => operation.template.startsWith(template))
      .flatMap(({ parameters }) => parameters)
      .find((candidate) => candidate.in === 'path' && candidate.name === name);
    const schema = parameter?.schema && resolve(parameter.schema);
    if (schema?.enum) return schema.enum.map(String);
    const example = String(parameter?.example);
    const [id] = idsIn(example);
    // The test has created the records with the last ids.
    if (id === example) return firstAndLast(idsByKind.get(kindOf(id)) ?? [id]);
    return [example];
  }
}

const firstAndLast = (ids: readonly string[]) => [...new Set([...ids.slice(0, 3), ...ids.toReversed()])];

/** A record that comments, files and task items can belong to. */
export interface Entity {
  readonly entityType: string;
  readonly entityId: string;
}

/** @returns the required query, and variants with each value of each parameter that has an enumeration */
function queriesOf(operation: Operation, idsByKind: ReadonlyMap<string, string[]>, entities: readonly Entity[]): string[] {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const required = parameters.filter((parameter) => parameter.required && parameter.name !== 'expires' && parameter.name !== 'signature');
  const hasParameter = (name: string) => parameters.some((parameter) => parameter.name === name);
  const maxLimit = maximumOf(parameters.find(({ name }) => name === 'limit'));
  const pageParameters = [
    ...(maxLimit === undefined ? [] : [['limit', String(maxLimit)]]),
    ...(hasParameter('count') ? [['count', 'true']] : []),
  ];
  const isAboutEntity = hasParameter('entityType') && hasParameter('entityId') && required.some(({ name }) => name === 'entityId');
  const requiredValues = required
    .filter(({ name }) => !isAboutEntity || !name.startsWith('entity'))
    .map(({ name, example }) => [
      name,
      name === 'q' ? (searchTexts[operation.id] ?? 'kestrel') : String(withExistingId(example, idsByKind)),
    ]);
  const bases = isAboutEntity
    ? entities
        .filter(({ entityType }) => valuesOf(parameters.find(({ name }) => name === 'entityType')).includes(entityType))
        .map(({ entityType, entityId }) => [...requiredValues, ['entityType', entityType], ['entityId', entityId]])
    : (required.flatMap((parameter) => {
        const values = valuesOf(parameter);
        return values.length && parameter.name !== 'q'
          ? [values.map((value) => [...requiredValues.filter(([name]) => name !== parameter.name), [parameter.name, value]])]
          : [];
      })[0] ?? [requiredValues]);
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
      new URLSearchParams(
        [...base, ...pageParameters, ...variant].map(([name = '', value = '']): [string, string] => [name, value]),
      ).toString(),
    ),
  );
}

function withExistingId(example: unknown, idsByKind: ReadonlyMap<string, string[]>): unknown {
  const value = Array.isArray(example) ? example[0] : example;
  const [id] = idsIn(String(value));
  return id === undefined ? value : (idsByKind.get(kindOf(id))?.[0] ?? value);
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
