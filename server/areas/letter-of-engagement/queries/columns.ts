/** Letters as the interface shows them. What has run out counts as expired, whether the schedule has seen it or not (rule 12). */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import { texts } from '../rules/content.ts';
import { shortFields } from './fields.ts';

type Schemas = components['schemas'];

const shortColumns = columnsOf(
  'engagement_letter as letter',
  'id',
  'organizationId',
  'reference',
  ...shortFields,
  'supersedesId',
  'expiresAt',
  'sentAt',
  'signedAt',
  'declinedAt',
  'cancelledAt',
  'declineReason',
  'cancelReason',
  'contentHash',
  'createdById',
  'updatedById',
  'createdAt',
  'updatedAt',
);

export const textColumns = columnsOf('engagement_letter as letter', ...texts);

/** The state of a letter now. */
export const stateNow = sql<Schemas['EngagementLetterStatus']>`case
  when letter.status in ('sent', 'partially_signed') and letter.expires_at <= now() then 'expired' else letter.status end`;

/** @returns letters without their texts */
export function selectShort(db: QueryCreator<TenantTables>) {
  return db.selectFrom('engagement_letter as letter').select((eb) => [
    ...shortColumns,
    stateNow.as('status'),
    // Only checked requests write it.
    eb.ref('letter.fee').$castTo<Schemas['EngagementLetterFee'] | null>().as('fee'),
    eb.fn.coalesce('letter.template_id', 'letter.built_in_template_id').as('templateId'),
    eb('letter.pdf_key', 'is not', null).$castTo<boolean>().as('hasPdf'),
    eb
      .selectFrom('engagement_letter as amendment')
      .select('amendment.id')
      .whereRef('amendment.supersedes_id', '=', 'letter.id')
      .where('amendment.status', 'in', ['signed', 'superseded'])
      .limit(1)
      .as('supersededById'),
  ]);
}
