/** Finds filters that reveal what is linked to a record although the reader may not read that record. */
import { newId } from '#platform/database/ids';
import type { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { newApiKey } from '../support/organization.ts';
import { idsIn, kindOf } from '../tenancy/ids.ts';
import type { World } from './world.ts';

/**
 * The permission to read the records that a filter names, by the prefix of their ids. Filters by members are not tested, because everybody
 * who may read a record sees its members.
 */
const permissionByPrefix: Readonly<Record<string, string>> = {
  con: 'integration:read',
  ctl: 'control:read',
  dev: 'app:read',
  evs: 'evidence:read',
  frm: 'framework:read',
  pol: 'policy:read',
  rsk: 'risk:read',
  tsk: 'task:read',
  vnd: 'vendor:read',
};
/** Filters that reveal only what each record of the list shows anyway. */
const harmlessFilters = new Set(['listEngagementLetters frameworkInstanceId']);
const maxIds = 12;

/** @returns filters whose answer differs for a record that the key may not read and an unknown id, as `operation parameter` */
export async function findRevealingFilters(app: ReturnType<typeof startApp>, world: World): Promise<string[]> {
  const idsByKind = await world.ids();
  const revealingFilters = new Set<string>();
  for (const { id, method, path, parameters, registry } of contract) {
    const { permission } = registry;
    if (method !== 'GET' || typeof permission !== 'string' || !permission.includes(':') || path.includes('{')) continue;
    const { key } = await newApiKey(app.database, world.id, { scopes: [permission], created_by_member_id: world.owner.id });
    for (const { name, in: place, example, required } of parameters) {
      const [sample] = idsIn(String([example].flat()[0]));
      if (place !== 'query' || required || sample === undefined) continue;
      const requiredPermission = permissionByPrefix[kindOf(sample)];
      if (requiredPermission === undefined || requiredPermission === permission) continue;
      const readList = async (value: string) => {
        const { status, body } = await app.call('GET', `${path}?${name}=${value}`, { key });
        return JSON.stringify([status, body?.data ?? body]);
      };
      const answerForUnknownId = await readList(newId(kindOf(sample)));
      for (const value of (idsByKind.get(kindOf(sample)) ?? []).slice(0, maxIds))
        if ((await readList(value)) !== answerForUnknownId) revealingFilters.add(`${id} ${name}`);
    }
  }
  return [...revealingFilters].filter((filter) => !harmlessFilters.has(filter)).sort();
}
