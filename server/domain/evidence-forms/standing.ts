/** How an organization stands with each form of evidence. */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import type { FormType } from './definition.ts';

/** @returns the forms that the organization says do not apply to it (spec/areas/evidence-forms, rule 10) */
export async function listNotRelevant(db: OrganizationDatabase): Promise<Set<FormType>> {
  const rows = await db.selectFrom('evidence_form_setting').select('form_type').where('is_not_relevant', '=', true).execute();
  return new Set(rows.map(({ form_type }) => form_type));
}

/** @returns when each form was last handed in; without those that never were (spec/areas/evidence-forms, rule 9) */
export async function listLatest(db: OrganizationDatabase): Promise<Map<FormType, string>> {
  const rows = await db
    .selectFrom('evidence_submission')
    .select(({ fn }) => ['form_type', fn.max('submitted_at').as('latest')])
    .groupBy('form_type')
    .execute();
  return new Map(rows.map(({ form_type, latest }) => [form_type, latest]));
}
