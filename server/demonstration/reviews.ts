/** Creates the reviews of controls, and logs each review. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesOnCreate } from '#platform/audit/changes';
import { catalogueId } from '#domain/catalogue/ids';
import { reviews } from './data/reviews.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';
import { required } from './named.ts';
import { updateRows } from './update-rows.ts';

export async function insertControlReviews(
  db: Transaction<SystemTables>,
  { organizationId, calendar, log }: DemoContext,
  members: Members,
): Promise<void> {
  const controls = await db
    .selectFrom('control')
    .select(['id', 'control_template_id as template'])
    .where('organization_id', '=', organizationId)
    .execute();
  const reviewedControls = reviews.map(({ control, ago, next }) => {
    const [lastReviewDate, nextReviewDate, reviewedAt] = [
      calendar.midnightInDays(-ago),
      calendar.midnightInDays(next),
      calendar.ago(ago, `${control} reviewed`),
    ];
    const { id } = required(
      controls.find(({ template }) => template === catalogueId('control', control)),
      control,
    );
    log.write(
      reviewedAt,
      members.of('tobias'),
      'updateControl',
      { path: { id } },
      { changes: changesOnCreate({ lastReviewDate, nextReviewDate }) },
    );
    return { id, last_review_date: lastReviewDate, next_review_date: nextReviewDate, updated_at: reviewedAt };
  });
  await updateRows(db, 'control', ['last_review_date', 'next_review_date', 'updated_at'], reviewedControls);
}
