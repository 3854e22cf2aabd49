/** Queries of submissions of evidence forms. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { FormType } from '#domain/evidence-forms/count';

type Submission = components['schemas']['FrameworkEvidenceSubmission'];

type UsedForms = readonly { readonly formType: FormType; readonly isNotRelevant: boolean }[];
const relevantFormTypes = (forms: UsedForms) => [
  ...new Set(forms.flatMap(({ formType, isNotRelevant }) => (isNotRelevant ? [] : formType))),
];
const columns = columnsOf('evidence_submission', 'id', 'formType', 'submittedAt');

/** Lists submissions of relevant forms, newest first. @param forms may include irrelevant forms, which are skipped */
export async function listSubmissions(db: OrganizationDatabase, forms: UsedForms, maxRows: number): Promise<Submission[]> {
  const formTypes = relevantFormTypes(forms);
  if (!formTypes.length) return [];
  return db
    .selectFrom('evidence_submission')
    .select(columns)
    .where('form_type', 'in', formTypes)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute();
}

const submissionsOfForms = PagedList.of((db, param: Params<{ readonly forms: readonly FormType[] }>) =>
  db
    .selectFrom('evidence_submission')
    .select(columns)
    .where((eb) => eb('form_type', '=', eb.fn.any(param('forms')))),
).filteredBy<FilterOf<'listFrameworkEvidenceSubmissions'>>({ ids: anyOf('evidence_submission.id') });

/** Lists one page of submissions of relevant forms by time. @param forms may include irrelevant forms, which are skipped */
export function listSubmissionsPage(
  db: OrganizationDatabase,
  forms: UsedForms,
  filter: FilterOf<'listFrameworkEvidenceSubmissions'>,
  page: PageRequest,
): Promise<Page<Submission>> {
  const order = { by: 'evidence_submission.submitted_at', id: 'evidence_submission.id' } as const;
  return submissionsOfForms.page(db, { forms: relevantFormTypes(forms), ...filter }, order, page);
}
