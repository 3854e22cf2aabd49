/** Queries of form submissions. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { FormType } from '#domain/evidence-forms/count';

type Submission = components['schemas']['FrameworkEvidenceSubmission'];

type UsedForms = readonly { readonly formType: FormType; readonly isNotRelevant: boolean }[];
const relevant = (forms: UsedForms) => [...new Set(forms.flatMap(({ formType, isNotRelevant }) => (isNotRelevant ? [] : formType)))];
const shown = columnsOf('evidence_submission', 'id', 'formType', 'submittedAt');

/** Lists submissions, newest first. @param forms of any kind; those that are not relevant are omitted */
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

const submissionsOfForms = PagedList.of((db, param: Params<{ readonly forms: readonly FormType[] }>) =>
  db
    .selectFrom('evidence_submission')
    .select(shown)
    .where((eb) => eb('form_type', '=', eb.fn.any(param('forms')))),
);

/** Lists one page of submissions, newest first. @param forms of any kind; those that are not relevant are omitted */
export function listSubmissionsPage(db: OrganizationDatabase, forms: UsedForms, page: PageRequest): Promise<Page<Submission>> {
  const order = { by: 'evidence_submission.submitted_at', id: 'evidence_submission.id' } as const;
  return submissionsOfForms.page(db, { forms: relevant(forms) }, order, page);
}
