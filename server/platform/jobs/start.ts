import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import type { Actor } from '../identity/actor.ts';
import { toStoredActor } from '../identity/stored-actor.ts';
import type { RunKind } from './kinds.ts';
import { runColumns, runOf } from './record.ts';

export interface RunStart {
  readonly kind: RunKind;
  /** Id of the record that the run works on. A subject has at most one unfinished run of each kind. */
  readonly subject?: string;
  /** Input of the work, as JSON. It must not contain secrets, which are looked up during the work. */
  readonly input?: object;
  /** Number of items to process, if already known. */
  readonly total?: number;
  /** The initial result, such as ids of the records. */
  readonly result?: object;
  /** The permission that the starter must keep until the run ends, if it differs from the permission of the kind. */
  readonly permission?: string;
}

/**
 * Queues work in the request's transaction, so that neither the run nor the answer exists without the other (spec/areas/work-in-the-background/runs).
 * @returns the run; undefined when a run of this kind is already queued or running for this subject
 */
export async function startRun(
  db: OrganizationDatabase,
  actor: Pick<Actor, 'credential' | 'id' | 'via'>,
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
      actor: JSON.stringify(toStoredActor(actor, permission)),
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

/** Records a run that has nothing left to do: it is never queued, but can be read like any other. */
export async function startFinishedRun(
  db: OrganizationDatabase,
  actor: Actor,
  start: RunStart & { readonly result: object },
): Promise<components['schemas']['Run'] | undefined> {
  const run = await startRun(db, actor, start);
  if (!run) return undefined;
  const finishTime = sql<string>`clock_timestamp()`;
  return runOf(
    await db
      .updateTable('run')
      .set({ status: 'completed', started_at: finishTime, finished_at: finishTime })
      .where('id', '=', run.id)
      .returning(runColumns)
      .executeTakeFirstOrThrow(),
  );
}
