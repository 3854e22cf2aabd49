/** Selects letters as the contract defines them. A letter counts as expired once its expiry time has passed (rule 12). */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import { longFields } from '../rules/content.ts';
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
  'createdVia',
  'updatedById',
  'updatedVia',
  'createdAt',
  'updatedAt',
  'version',
);

export const textColumns = columnsOf('engagement_letter as letter', ...longFields);

/** The current status of a letter: the stored status lags behind until the scheduled job marks expired letters. */
export const currentStatus = sql<Schemas['EngagementLetterStatus']>`case
  when letter.status in ('sent', 'partially_signed') and letter.expires_at <= now() then 'expired' else letter.status end`;

/** @returns letters without their long texts */
export function selectListItems(db: QueryCreator<TenantTables>) {
  return db.selectFrom('engagement_letter as letter').select((eb) => [
    ...shortColumns,
    currentStatus.as('status'),
    // This cast is safe, because only validated requests write this column.
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
