/** Queries for completions of training modules. A member can complete each module once. */
import { sql } from 'kysely';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type ModuleId, modulesOf, type Program } from '#domain/people/training/modules';
import type { Completion } from '../rules/progress.ts';

const columns = columnsOf('training_completion', 'id', 'memberId', 'videoId', 'completedAt');

/**
 * @param program returns only modules of this program
 * @returns the assigned and completed modules of the members, in the order of the catalog
 */
export async function listCompletions(db: OrganizationDatabase, memberIds: readonly string[], program?: Program): Promise<Completion[]> {
  if (!memberIds.length) return [];
  const moduleIds = modulesOf(program).map(({ id }) => id);
  const completions = await db
    .selectFrom('training_completion')
    .select(columns)
    .where('member_id', 'in', memberIds)
    .where('video_id', 'in', moduleIds)
    .execute();
  return completions.toSorted((first, second) => moduleIds.indexOf(first.videoId) - moduleIds.indexOf(second.videoId));
}

/**
 * Completes a module, even if it was not assigned. The caller must have locked the member: if the last two modules are completed
 * concurrently, the second transaction must see both completions.
 * @param completedAt the time of completion; the time of the transaction by default
 * @returns the completion, and whether this call completed the module
 */
export async function completeModule(
  db: OrganizationDatabase,
  memberId: string,
  videoId: ModuleId,
  completedAt: string | undefined,
): Promise<{ readonly completion: Completion; readonly isNew: boolean }> {
  const newCompletion = await db
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
  if (newCompletion) return { completion: newCompletion, isNew: true };
  const completion = await db
    .selectFrom('training_completion')
    .select(columns)
    .where('member_id', '=', memberId)
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();
  return { completion, isNew: false };
}

/** Schedules the mail with a certificate. Does nothing if the mail was scheduled before (training, rule 5). */
export async function scheduleCertificate(db: OrganizationDatabase, memberId: string, program: Program): Promise<void> {
  await db
    .insertInto('training_certificate_mail')
    .values({ id: newId('tcm'), member_id: memberId, program })
    .onConflict((conflict) => conflict.columns(['organization_id', 'member_id', 'program']).doNothing())
    .execute();
}
