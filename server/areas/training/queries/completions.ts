/** Completions of members: read, and set once each. */
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type ModuleId, modulesOf, type Program } from '../../../domain/training/modules.ts';
import type { Completion } from '../rules/progress.ts';

const columns = columnsOf('training_completion', 'id', 'memberId', 'videoId', 'completedAt');

/** @param program whose modules are listed; without it, all @returns what is assigned or completed, of each member in the order of the catalog */
export async function listCompletions(db: OrganizationDatabase, memberIds: readonly string[], program?: Program): Promise<Completion[]> {
  if (!memberIds.length) return [];
  const order = modulesOf(program).map(({ id }) => id);
  const found = await db
    .selectFrom('training_completion')
    .select(columns)
    .where('member_id', 'in', memberIds)
    .where('video_id', 'in', order)
    .execute();
  return found.toSorted((one, other) => order.indexOf(one.videoId) - order.indexOf(other.videoId));
}

/**
 * Completes a module in one statement, assigned or not. Hold the member first, so that of two who complete the last modules at once the
 * second sees both.
 * @param completedAt without it, the time of the transaction @returns the completion, and whether it was open before
 */
export async function complete(
  db: OrganizationDatabase,
  memberId: string,
  videoId: ModuleId,
  completedAt: string | undefined,
): Promise<{ readonly completion: Completion; readonly isNew: boolean }> {
  const set = await db
    .insertInto('training_completion')
    .values({ id: newId('evc'), member_id: memberId, video_id: videoId, completed_at: completedAt ?? sql<string>`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'member_id', 'video_id'])
        .doUpdateSet((eb) => ({ completed_at: eb.ref('excluded.completed_at') }))
        .where('training_completion.completed_at', 'is', null),
    )
    .returning(columns)
    .executeTakeFirst();
  if (set) return { completion: set, isNew: true };
  const completion = await db
    .selectFrom('training_completion')
    .select(columns)
    .where('member_id', '=', memberId)
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();
  return { completion, isNew: false };
}

/** Notes that a certificate is to be mailed, unless that was noted before (spec/areas/training, rule 5). */
export async function noteCertificate(db: OrganizationDatabase, memberId: string, program: Program): Promise<void> {
  await db
    .insertInto('training_certificate_mail')
    .values({ id: newId('tcm'), member_id: memberId, program })
    .onConflict((conflict) => conflict.columns(['organization_id', 'member_id', 'program']).doNothing())
    .execute();
}
