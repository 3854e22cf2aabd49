/** What one attempt at a run may do: read, and write step by step for as long as the run is its own. */
import { auditInto } from '../audit/audit.ts';
import type { AuditNote } from '../audit/entry.ts';
import { writeTransaction, readTransaction, type OrganizationDatabase, type TenantDatabase } from '../database/handle.ts';
import { withWriteSlot } from '../database/slots.ts';
import type { Actor } from '../identity/actor.ts';
import type { Ports } from '../ports/index.ts';
import { runEntry } from './audit.ts';
import type { RunKind } from './kinds.ts';
import type { Attempt, Progress } from './job-handlers.ts';

/** The run is no longer this attempt's: cancelled, or taken by another server. */
export class RunLost extends Error {}

export interface Begun {
  readonly id: string;
  readonly kind: RunKind;
  readonly input: unknown;
  readonly actor: Actor;
  /** Who started it, as of now. @throws RunFailed when they may not do it any more */
  readonly reassure: () => Promise<Actor>;
  readonly attempt: number;
  readonly startedAt: string;
  readonly lease: string;
  readonly signal: AbortSignal;
}

export function attemptAt(db: TenantDatabase, ports: Ports, { lease, kind, reassure, ...begun }: Begun): Attempt {
  const {
    id,
    actor: { organizationId },
    signal,
  } = begun;
  return {
    ...begun,
    ports,
    read: (work) => readTransaction(db, organizationId, work),
    rolledBack: (work) => writeTransaction(db, organizationId, async (scoped) => ({ result: await work(scoped), outcome: 'rollback' })),
    step: async (work, progress) => {
      const actor = await reassure();
      return withWriteSlot(organizationId, () =>
        writeTransaction(db, organizationId, async (scoped) => {
          signal.throwIfAborted();
          await hold(scoped, id, lease, progress);
          const notes: AuditNote[] = [];
          const result = await work(scoped, auditInto(notes));
          return { result, outcome: notes.map((note) => runEntry({ kind, runId: id, actor }, note)) };
        }),
      );
    },
  };
}

/** Keeps the run as it is until the transaction ends: who cancels it waits for that, and no step follows. @throws RunLost */
async function hold(db: OrganizationDatabase, id: string, lease: string, progress: Progress | undefined): Promise<void> {
  const ours = await db
    .updateTable('run')
    .set(progress ? { done: progress.done, total: progress.total } : { lease })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  if (!ours) throw new RunLost();
}
