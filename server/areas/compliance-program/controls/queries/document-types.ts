/** Queries of the evidence forms of controls. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { LinkScope } from './scope.ts';

type Schemas = components['schemas'];
type FormType = Schemas['EvidenceFormType'];

/** Lists the forms linked to a control directly, or in an adopted framework (controls, rule 2), sorted and without duplicates. */
export async function listDocumentTypes(
  db: OrganizationDatabase,
  controlId: string,
  instance: LinkScope | undefined,
): Promise<Schemas['ControlDocumentType'][]> {
  const [directLinks, frameworkLinks, settings] = await Promise.all([
    instance?.isCustom === false
      ? []
      : db
          .selectFrom('control_document_type')
          .select(columnsOf('control_document_type', 'id', 'controlId', 'formType'))
          .where('control_id', '=', controlId)
          .execute(),
    instance === undefined
      ? []
      : db
          .selectFrom('framework_control_document_type')
          .select(columnsOf('framework_control_document_type', 'id', 'controlId', 'formType'))
          .where('control_id', '=', controlId)
          .where('framework_instance_id', '=', instance.id)
          .execute(),
    db.selectFrom('evidence_form_setting').select('form_type').where('is_not_relevant', '=', true).execute(),
  ]);
  const notRelevantForms = new Set(settings.map(({ form_type }) => form_type));
  const linkOfForm = new Map([...directLinks, ...frameworkLinks].map((link) => [link.formType, link]));
  return [...linkOfForm.values()]
    .sort((one, other) => (one.formType < other.formType ? -1 : 1))
    .map((link) => ({ ...link, isNotRelevant: notRelevantForms.has(link.formType) }));
}

/** Counts the submissions of each form. */
export async function countSubmissions(db: OrganizationDatabase, forms: readonly FormType[]): Promise<Schemas['ControlSubmissionCounts']> {
  const rows = forms.length
    ? await db
        .selectFrom('evidence_submission')
        .select(({ fn }) => ['form_type', fn.countAll<number>().as('count')])
        .where('form_type', 'in', forms)
        .groupBy('form_type')
        .execute()
    : [];
  const counts = new Map(rows.map(({ form_type, count }) => [form_type, count]));
  return Object.fromEntries(forms.map((form) => [form, counts.get(form) ?? 0]));
}
