/** Queries about what was handed in by forms. */
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { FormType } from '../../../domain/evidence-forms/counted.ts';

/** Forms that the organization says do not apply to it. */
export async function listNotRelevant(db: OrganizationDatabase): Promise<Set<FormType>> {
  const rows = await db.selectFrom('evidence_form_setting').select('form_type').where('is_not_relevant', '=', true).execute();
  return new Set(rows.map(({ form_type }) => form_type));
}

/** When each form was last handed in. */
export async function listLatest(db: OrganizationDatabase): Promise<Map<FormType, string>> {
  const rows = await db
    .selectFrom('evidence_submission')
    .select(({ fn }) => ['form_type', fn.max('submitted_at').as('latest')])
    .groupBy('form_type')
    .execute();
  return new Map(rows.map(({ form_type, latest }) => [form_type, latest]));
}

/** Newest first. @param forms of any kind; those that do not apply are left out */
export function listSubmissions(
  db: OrganizationDatabase,
  forms: readonly { readonly formType: FormType; readonly isNotRelevant: boolean }[],
): Promise<components['schemas']['FrameworkEvidenceSubmission'][]> {
  const used = new Set(forms.flatMap(({ formType, isNotRelevant }) => (isNotRelevant ? [] : formType)));
  if (!used.size) return Promise.resolve([]);
  return db
    .selectFrom('evidence_submission')
    .select(columnsOf('evidence_submission', 'id', 'formType', 'submittedAt'))
    .where('form_type', 'in', [...used])
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
