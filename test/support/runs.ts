import { expect, vi } from 'vitest';
import type { Database } from '../../server/platform/database/open.ts';
import type { Actor } from '../../server/platform/identity/actor.ts';
import type { RunKind } from '../../server/platform/jobs/kinds.ts';
import { type RunStart, startRun } from '../../server/platform/jobs/start.ts';
import { type TestOrganization, within } from './organization.ts';

/** The owner of an organization, as a request with its key would be acted on. */
export function ownerOf({ id, keyId, owner }: TestOrganization): Actor {
  return {
    organizationId: id,
    credential: 'key',
    id: keyId,
    permissions: new Set(),
    user: { id: owner.userId, name: owner.name, email: owner.email, emailVerified: true, image: null },
    memberId: owner.id,
    roles: [],
    via: 'API key "test"',
    restrictedTo: undefined,
  };
}

/** A run that waits for its time, which will not come while the test runs. */
export async function waitingRun(database: Database, organization: TestOrganization, kind: RunKind, start: Omit<RunStart, 'kind'> = {}) {
  const run = await within(database, organization.id, async (db) => {
    const started = await startRun(db, ownerOf(organization), { kind, ...start });
    if (started) await db.updateTable('run').set({ due_at: 'infinity' }).where('id', '=', started.id).execute();
    return started;
  });
  if (!run) throw new Error(`there is a run of ${kind} under way`);
  return run;
}

/** What earlier requests have set to work shows in answers, until it is done. */
export async function workDone({ system }: Database, organizationId: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(
      await system
        .selectFrom('run')
        .select('kind')
        .where('organization_id', '=', organizationId)
        .where('status', 'in', ['queued', 'running'])
        .execute(),
    ).toEqual([]);
  }, 60_000);
}
