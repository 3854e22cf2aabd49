/** Queries about what was handed in by forms. */
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import { type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { FormType } from '../../../domain/evidence-forms/counted.ts';

type Submission = components['schemas']['FrameworkEvidenceSubmission'];

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

type UsedForms = readonly { readonly formType: FormType; readonly isNotRelevant: boolean }[];
const relevant = (forms: UsedForms) => [...new Set(forms.flatMap(({ formType, isNotRelevant }) => (isNotRelevant ? [] : formType)))];
const shown = columnsOf('evidence_submission', 'id', 'formType', 'submittedAt');

/** Newest first. @param forms of any kind; those that do not apply are left out */
export async function listSubmissions(db: OrganizationDatabase, forms: UsedForms, maxRows: number): Promise<Submission[]> {
  const used = relevant(forms);
  if (!used.length) return [];
  return db
    .selectFrom('evidence_submission')
    .select(shown)
    .where('form_type', 'in', used)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute();
}

const ofForms = PagedList.of((db, param: Params<{ readonly forms: readonly FormType[] }>) =>
  db
    .selectFrom('evidence_submission')
    .select(shown)
    .where((eb) => eb('form_type', '=', eb.fn.any(param('forms')))),
);

/** Newest first. @param forms of any kind; those that do not apply are left out */
export function pageOfSubmissions(db: OrganizationDatabase, forms: UsedForms, page: PageRequest): Promise<Page<Submission>> {
  const order = { by: 'evidence_submission.submitted_at', id: 'evidence_submission.id' } as const;
  return ofForms.page(db, { forms: relevant(forms) }, order, page);
}
