/** Finds texts of other records in the answers of changes. A caller who may change a record may see that record. */
import type { startApp } from '../support/app.ts';
import { type contract, resolve, sampledContract } from '../support/contract.ts';
import { exampleOf } from '../tenancy/organizations.ts';
import { type Reader, reasonHidden, writersFor } from './readers.ts';
import { findCanaries } from './shown.ts';
import type { World } from './world.ts';

type Operation = (typeof contract)[number];

/** Number of records for which each change is tried. */
const maxRecords = 5;
/** Number of records if the path names a register, because each register belongs to one document only. */
const maxDocuments = 12;
/** Changes that would remove what later requests need, and regeneratePolicy, which copies answers of the organization into a policy. */
const excludedOperations = new Set([
  'deleteOrganization',
  'revokeApiKey',
  'deactivateMember',
  'deleteMember',
  'transferOrganizationOwnership',
  'regeneratePolicy',
]);

export interface ShownByChange {
  readonly operation: Operation;
  readonly texts: readonly string[];
}

/** @returns texts of other records in the answers of changes, including error answers */
export async function shownByChanges(app: ReturnType<typeof startApp>, world: World): Promise<ShownByChange[]> {
  const shownTexts: ShownByChange[] = [];
  /** Paths of the created records, by the template of the operation that created them. */
  const createdPaths = new Map<string, string[]>();
  const changes = sampledContract.filter(({ id, registry }) => registry.effect === 'change' && !excludedOperations.has(id));
  for (const methods of [['POST', 'PUT'], ['PATCH'], ['DELETE']])
    for (const operation of changes.filter(({ method }) => methods.includes(method)))
      for (const writer of await writersFor(app, world, operation))
        for await (const answer of answersTo(operation, writer)) {
          for (const canary of await findCanaries(answer)) {
            const homes = world.homes.get(canary) ?? [];
            if (!homes.length || !reasonHidden(writer, homes)) continue;
            shownTexts.push({ operation, texts: [...new Set(homes.map(({ kind, field }) => `${kind}.${field}`))] });
          }
        }
  return shownTexts;

  /** Sends a PATCH first without any fields. Sends each example body until one of the records accepts it. */
  async function* answersTo(operation: Operation, { ask }: Reader) {
    const { method, template } = operation;
    const idsByKind = await world.ids();
    const templates = pathsOf(operation);
    const requests = Array.from({ length: templates.length > 1 ? maxDocuments : maxRecords }, (_, recordIndex) =>
      templates.map((path) =>
        exampleOf({ ...operation, path }, (kind) => idsByKind.get(kind)?.[recordIndex] ?? idsByKind.get(kind)?.[0] ?? kind),
      ),
    ).flat();
    const paths = new Set(requests.map(({ path }) => path));
    const createdRecords = createdPaths.get(template.replace(/\/\{\w+\}$/, '')) ?? [];
    if (method === 'PATCH') for (const path of [...paths, ...createdRecords]) yield await send(path, {});
    for (const body of operation.bodies.length ? (requests[0]?.bodies ?? []) : [undefined])
      for (const path of paths) {
        const answer = await send(path, body);
        yield answer;
        const id: unknown = answer.body?.id ?? answer.body?.data?.id;
        if (answer.status === 201 && typeof id === 'string')
          createdPaths.set(template, [...(createdPaths.get(template) ?? []), `${path}/${id}`]);
        if (answer.status < 300 && templates.length === 1) break;
      }

    async function send(path: string, body: unknown) {
      const answer = await ask(method, path, { body });
      if (answer.status === 500) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer;
    }
  }
}

/** @returns the example path without a confirmation, once for each value of a path parameter with an enumeration */
function pathsOf({ template, path, parameters }: Operation): string[] {
  const [pathname = '', query = ''] = path.split('?');
  const queryPart = query === '' || query.startsWith('confirm=') ? '' : `?${query}`;
  const segments = template.split('/').map((segment, index) => {
    const parameter = parameters.find(({ name, in: where }) => where === 'path' && `{${name}}` === segment);
    return (parameter?.schema && resolve(parameter.schema).enum?.map(String)) ?? [pathname.split('/')[index] ?? ''];
  });
  return segments
    .reduce<string[]>((prefixes, values) => prefixes.flatMap((prefix) => values.map((value) => `${prefix}/${value}`)), [''])
    .map((joined) => joined.slice(1) + queryPart);
}
