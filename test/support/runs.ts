/** Background runs for tests. */
import { expect, vi } from 'vitest';
import type { Database } from '#platform/database/open';
import type { Actor } from '#platform/identity/actor';
import type { RunKind } from '#platform/jobs/kinds';
import { type RunStart, startRun } from '#platform/jobs/start';
import { type TestOrganization, within } from './organization.ts';

/** @returns the owner of an organization as the actor of a request with its key */
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

/** Creates a run that is not due while the test runs. */
export async function waitingRun(database: Database, organization: TestOrganization, kind: RunKind, start: Omit<RunStart, 'kind'> = {}) {
  const run = await within(database, organization.id, async (db) => {
    const startedRun = await startRun(db, ownerOf(organization), { kind, ...start });
    if (startedRun) await db.updateTable('run').set({ due_at: 'infinity' }).where('id', '=', startedRun.id).execute();
    return startedRun;
  });
  if (!run) throw new Error(`there is a run of ${kind} under way`);
  return run;
}

/** Waits for background work of earlier requests, whose effects are visible in answers. */
export async function waitForWork({ system }: Database, organizationId: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(
      await system
        .selectFrom('run')
        .select('kind')
        .where('organization_id', '=', organizationId)
        .where('status', 'in', ['queued', 'running'])
        .execute(),
    ).toEqual([]);
  }, 150_000);
}
