/** Creates one attempt at a run. It can read, and write in steps as long as no other attempt has taken over the run. */
import { createAudit } from '../audit/audit.ts';
import type { AuditNote } from '../audit/entry.ts';
import { writeTransaction, readTransaction, type OrganizationDatabase, type TenantDatabase } from '../database/handle.ts';
import { withWriteSlot } from '../database/slots.ts';
import type { Actor } from '../identity/actor.ts';
import type { Log } from '../log.ts';
import type { Ports } from '../ports/index.ts';
import { runEntry } from './audit.ts';
import type { RunKind } from './kinds.ts';
import type { Attempt, Progress } from './job-handlers.ts';

/** The run was cancelled or taken over by another server. */
export class RunLost extends Error {}

export interface AttemptInput {
  readonly log: Log;
  readonly id: string;
  readonly kind: RunKind;
  readonly input: unknown;
  readonly actor: Actor;
  /** Returns the actor who started the run, with current permissions. @throws RunFailed when they are no longer allowed to run it */
  readonly reauthorize: () => Promise<Actor>;
  readonly actorOf: Attempt['actorOf'];
  readonly attempt: number;
  readonly startedAt: string;
  readonly lease: string;
  readonly signal: AbortSignal;
}

export function createAttempt(db: TenantDatabase, ports: Ports, { lease, kind, reauthorize, ...attemptInput }: AttemptInput): Attempt {
  const {
    id,
    actor: { organizationId },
    signal,
  } = attemptInput;
  return {
    ...attemptInput,
    ports,
    read: (work) => readTransaction(db, organizationId, work),
    rolledBack: (work) => writeTransaction(db, organizationId, async (scoped) => ({ result: await work(scoped), outcome: 'rollback' })),
    step: async (work, progress) => {
      const actor = await reauthorize();
      return withWriteSlot(organizationId, () =>
        writeTransaction(db, organizationId, async (scoped) => {
          signal.throwIfAborted();
          await lockRun(scoped, id, lease, progress);
          const notes: AuditNote[] = [];
          const result = await work(scoped, createAudit(notes));
          return { result, outcome: notes.map((note) => runEntry({ kind, runId: id, actor }, note)) };
        }),
      );
    },
  };
}

/** Locks the run until the transaction ends, so that a cancellation waits for it. @throws RunLost if the run was cancelled or taken over */
async function lockRun(db: OrganizationDatabase, id: string, lease: string, progress: Progress | undefined): Promise<void> {
  const lockedRow = await db
    .updateTable('run')
    .set(progress ? { done: progress.done, total: progress.total } : { lease })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  if (!lockedRow) throw new RunLost();
}
