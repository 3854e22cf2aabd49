/** What answers of changes show: the record itself to whoever may change it, and of other records no more than is declared. */
import type { startApp } from '../support/app.ts';
import { type contract, resolve, sampledContract } from '../support/contract.ts';
import { exampleOf } from '../tenancy/organizations.ts';
import { type Reader, refusedTo, writersFor } from './readers.ts';
import { shownIn } from './shown.ts';
import type { World } from './world.ts';

type Operation = (typeof contract)[number];

/** Records that each change is tried on. */
const mostRecords = 5;
/** The same where the path names one of several registers, each of which is in one document. */
const mostDocuments = 12;
/** Changes that would end what later requests need, and one that copies answers about the organization into the text of a policy. */
const withheld = new Set([
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

/** @returns texts of other records in answers of changes, those of refusals included */
export async function shownByChanges(app: ReturnType<typeof startApp>, world: World): Promise<ShownByChange[]> {
  const found: ShownByChange[] = [];
  /** Paths of what was created, by the template of the path that created it. */
  const created = new Map<string, string[]>();
  const changes = sampledContract.filter(({ id, registry }) => registry.effect === 'change' && !withheld.has(id));
  for (const methods of [['POST', 'PUT'], ['PATCH'], ['DELETE']])
    for (const operation of changes.filter(({ method }) => methods.includes(method)))
      for (const writer of await writersFor(app, world, operation))
        for await (const answer of answersTo(operation, writer)) {
          for (const canary of await shownIn(answer)) {
            const homes = world.homes.get(canary) ?? [];
            if (!homes.length || !refusedTo(writer, homes)) continue;
            found.push({ operation, texts: [...new Set(homes.map(({ kind, field }) => `${kind}.${field}`))] });
          }
        }
  return found;

  /** A PATCH changes no field at first. Each body of the examples is sent until one of the records takes it. */
  async function* answersTo(operation: Operation, { ask }: Reader) {
    const { method, template } = operation;
    const known = await world.ids();
    const ways = pathsOf(operation);
    const requests = Array.from({ length: ways.length > 1 ? mostDocuments : mostRecords }, (_, place) =>
      ways.map((path) => exampleOf({ ...operation, path }, (kind) => known.get(kind)?.[place] ?? known.get(kind)?.[0] ?? kind)),
    ).flat();
    const paths = new Set(requests.map(({ path }) => path));
    const others = created.get(template.replace(/\/\{\w+\}$/, '')) ?? [];
    if (method === 'PATCH') for (const path of [...paths, ...others]) yield await send(path, {});
    for (const body of operation.bodies.length ? (requests[0]?.bodies ?? []) : [undefined])
      for (const path of paths) {
        const answer = await send(path, body);
        yield answer;
        const id: unknown = answer.body?.id ?? answer.body?.data?.id;
        if (answer.status === 201 && typeof id === 'string') created.set(template, [...(created.get(template) ?? []), `${path}/${id}`]);
        if (answer.status < 300 && ways.length === 1) break;
      }

    async function send(path: string, body: unknown) {
      const answer = await ask(method, path, { body });
      if (answer.status === 500) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer;
    }
  }
}

/** The path of the example without a confirmation, for each value of its parameter that has few. */
function pathsOf({ template, path, parameters }: Operation): string[] {
  const [address = '', query = ''] = path.split('?');
  const rest = query === '' || query.startsWith('confirm=') ? '' : `?${query}`;
  const segments = template.split('/').map((segment, place) => {
    const parameter = parameters.find(({ name, in: where }) => where === 'path' && `{${name}}` === segment);
    return (parameter?.schema && resolve(parameter.schema).enum?.map(String)) ?? [address.split('/')[place] ?? ''];
  });
  return segments
    .reduce<string[]>((before, values) => before.flatMap((start) => values.map((value) => `${start}/${value}`)), [''])
    .map((made) => made.slice(1) + rest);
}
