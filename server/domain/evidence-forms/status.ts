/** Reads the status of each evidence form in an organization. */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { FormType } from './definition.ts';

/** @returns the forms that the organization has marked as not relevant (evidence-forms, rule 10) */
export async function listNotRelevantForms(db: OrganizationDatabase): Promise<Set<FormType>> {
  const rows = await db.selectFrom('evidence_form_setting').select('form_type').where('is_not_relevant', '=', true).execute();
  return new Set(rows.map(({ form_type }) => form_type));
}

/** @returns the time when each form was last submitted; forms that were never submitted are missing (evidence-forms, rule 9) */
export async function listLatestSubmissionTimes(db: OrganizationDatabase): Promise<Map<FormType, string>> {
  const rows = await db
    .selectFrom('evidence_submission')
    .select(({ fn }) => ['form_type', fn.max('submitted_at').as('latest')])
    .groupBy('form_type')
    .execute();
  return new Map(rows.map(({ form_type, latest }) => [form_type, latest]));
}
