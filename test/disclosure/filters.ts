/** Whether a list that is filtered by a record tells what is linked to it, although its reader may not read that record. */
import { newId } from '#platform/database/ids';
import type { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { newApiKey } from '../support/organization.ts';
import { idsIn, kindOf } from '../tenancy/ids.ts';
import type { World } from './world.ts';

/** The permission to read the records that a filter names, by the prefix of their ids. Members are shown to everybody who is shown a record. */
const permissionOf: Readonly<Record<string, string>> = {
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
/** Filters by what each record of the list shows anyway. */
const shown = new Set(['listEngagementLetters frameworkInstanceId']);
const mostIds = 12;

/** @returns filters that find something for a record that the key may not read, as `operation parameter` */
export async function tellingFilters(app: ReturnType<typeof startApp>, world: World): Promise<string[]> {
  const known = await world.ids();
  const found = new Set<string>();
  for (const { id, method, path, parameters, registry } of contract) {
    const { permission } = registry;
    if (method !== 'GET' || typeof permission !== 'string' || !permission.includes(':') || path.includes('{')) continue;
    const { key } = await newApiKey(app.database, world.id, { scopes: [permission], created_by_member_id: world.owner.id });
    for (const { name, in: place, example, required } of parameters) {
      const [sample] = idsIn(String([example].flat()[0]));
      if (place !== 'query' || required || sample === undefined) continue;
      const needed = permissionOf[kindOf(sample)];
      if (needed === undefined || needed === permission) continue;
      const read = async (value: string) => {
        const { status, body } = await app.call('GET', `${path}?${name}=${value}`, { key });
        return JSON.stringify([status, body?.data ?? body]);
      };
      const unknown = await read(newId(kindOf(sample)));
      for (const value of (known.get(kindOf(sample)) ?? []).slice(0, mostIds))
        if ((await read(value)) !== unknown) found.add(`${id} ${name}`);
    }
  }
  return [...found].filter((filter) => !shown.has(filter)).sort();
}
