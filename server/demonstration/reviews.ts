/** The reviews of controls, each with its entry in the log. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { added } from '../platform/audit/changes.ts';
import { catalogueId } from '../domain/catalogue/ids.ts';
import { reviews } from './data/reviews.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';

export async function reviewControls(
  db: Transaction<SystemTables>,
  { organizationId, calendar, log }: DemoContext,
  members: Members,
): Promise<void> {
  for (const { control, ago, next } of reviews) {
    const [lastReviewDate, nextReviewDate, at] = [calendar.due(-ago), calendar.due(next), calendar.ago(ago, `${control} reviewed`)];
    const { id } = await db
      .updateTable('control')
      .set({ last_review_date: lastReviewDate, next_review_date: nextReviewDate, updated_at: at })
      .where('organization_id', '=', organizationId)
      .where('control_template_id', '=', catalogueId('control', control))
      .returning('id')
      .executeTakeFirstOrThrow();
    log.write(at, members.of('tobias'), 'updateControl', { path: { id } }, { changes: added({ lastReviewDate, nextReviewDate }) });
  }
}
