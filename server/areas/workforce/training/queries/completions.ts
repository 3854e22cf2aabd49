/** Queries about completions, each of which can be set once. */
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type ModuleId, modulesOf, type Program } from '#domain/people/training/modules';
import type { Completion } from '../rules/progress.ts';

const columns = columnsOf('training_completion', 'id', 'memberId', 'videoId', 'completedAt');

/**
 * @param program limits the result to its modules
 * @returns assigned or completed modules, for each member in the order of the catalog
 */
export async function listCompletions(db: OrganizationDatabase, memberIds: readonly string[], program?: Program): Promise<Completion[]> {
  if (!memberIds.length) return [];
  const order = modulesOf(program).map(({ id }) => id);
  const found = await db
    .selectFrom('training_completion')
    .select(columns)
    .where('member_id', 'in', memberIds)
    .where('video_id', 'in', order)
    .execute();
  return found.toSorted((first, second) => order.indexOf(first.videoId) - order.indexOf(second.videoId));
}

/**
 * Completes a module in one statement, whether it was assigned or not. Lock the member first, so that if the last two modules are completed
 * concurrently, the second transaction sees both.
 * @param completedAt by default the time of the transaction
 * @returns the completion, and whether it was open before
 */
export async function completeModule(
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

/** Schedules the mail of a certificate, unless that was done before (training, rule 5). */
export async function scheduleCertificate(db: OrganizationDatabase, memberId: string, program: Program): Promise<void> {
  await db
    .insertInto('training_certificate_mail')
    .values({ id: newId('tcm'), member_id: memberId, program })
    .onConflict((conflict) => conflict.columns(['organization_id', 'member_id', 'program']).doNothing())
    .execute();
}
