import { sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import type { Actor } from '../identity/actor.ts';
import { storedActor } from '../identity/stored-actor.ts';
import type { RunKind } from './kinds.ts';
import { runColumns, runOf } from './record.ts';

export interface RunStart {
  readonly kind: RunKind;
  /** Id of the record that is worked on. At most one run of a kind is under way on it. */
  readonly subject?: string;
  /** What the work is given, as JSON. No secrets: they are looked up when it is done. */
  readonly input?: object;
  /** Items to be done, where that is known already. */
  readonly total?: number;
  /** What is known of the result from the start: ids of what is worked on. */
  readonly result?: object;
  /** The permission that the person who started the run must keep, if it differs from that of the kind. */
  readonly permission?: string;
}

/**
 * Queues work in the transaction of the request: no answer without a run, no run without an answer (spec/areas/runs).
 * @returns the run; undefined when one of this kind is queued or running on this subject
 */
export async function startRun(
  db: OrganizationDatabase,
  actor: Actor,
  { kind, subject, input = {}, total = 0, result, permission }: RunStart,
): Promise<components['schemas']['Run'] | undefined> {
  const row = await db
    .insertInto('run')
    .values({
      id: newId('run'),
      kind,
      subject: subject ?? null,
      total,
      input: JSON.stringify(input),
      ...(result && { result: JSON.stringify(result) }),
      actor: JSON.stringify(storedActor(actor, permission)),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'kind', 'subject'])
        .where(sql<boolean>`status in ('queued', 'running')`)
        .doNothing(),
    )
    .returning(runColumns)
    .executeTakeFirst();
  return row && runOf(row);
}

/** A run that has nothing left to do: it was never queued, and is there to be read like any other. */
export async function startFinishedRun(
  db: OrganizationDatabase,
  actor: Actor,
  start: RunStart & { readonly result: object },
): Promise<components['schemas']['Run'] | undefined> {
  const run = await startRun(db, actor, start);
  if (!run) return undefined;
  const at = sql<string>`clock_timestamp()`;
  return runOf(
    await db
      .updateTable('run')
      .set({ status: 'completed', started_at: at, finished_at: at })
      .where('id', '=', run.id)
      .returning(runColumns)
      .executeTakeFirstOrThrow(),
  );
}
