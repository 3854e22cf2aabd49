/** Queries about the forms that evidence of controls is handed in with. */
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { Artefacts } from './artefacts.ts';
import { isFormType } from '../../../domain/evidence-forms/forms/index.ts';
import { customInstances, type Instance } from './scope.ts';

type Schemas = components['schemas'];
type FormType = Schemas['EvidenceFormType'];

export const documentTypes: Artefacts<FormType> = {
  field: 'documentTypes',
  plural: 'document types',
  linkable: (_db, forms) => Promise.resolve(forms.map((key) => ({ key, title: key }))),
  find: (_db, form) => Promise.resolve(isFormType(form) ? { key: form, title: form } : undefined),
  async link(db, controlId, forms) {
    const linked = await db
      .insertInto('control_document_type')
      .values(forms.map((form) => ({ id: newId('cdt'), control_id: controlId, form_type: form })))
      .onConflict((conflict) => conflict.columns(['organization_id', 'control_id', 'form_type']).doNothing())
      .returning('form_type')
      .execute();
    return linked.map(({ form_type }) => form_type);
  },
  async linkIn(db, instanceId, controlId, forms) {
    const linked = await db
      .insertInto('framework_control_document_type')
      .values(forms.map((form) => ({ id: newId('fdl'), framework_instance_id: instanceId, control_id: controlId, form_type: form })))
      .onConflict((conflict) => conflict.columns(['organization_id', 'framework_instance_id', 'control_id', 'form_type']).doNothing())
      .returning('form_type')
      .execute();
    return linked.map(({ form_type }) => form_type);
  },
  async unlink(db, controlId, form) {
    const [direct, custom] = await Promise.all([
      db.deleteFrom('control_document_type').where('control_id', '=', controlId).where('form_type', '=', form).executeTakeFirst(),
      db
        .deleteFrom('framework_control_document_type')
        .where('control_id', '=', controlId)
        .where('form_type', '=', form)
        .where('framework_instance_id', 'in', customInstances(db))
        .executeTakeFirst(),
    ]);
    return Number(direct.numDeletedRows + custom.numDeletedRows);
  },
  async unlinkIn(db, instanceId, controlId, form) {
    const { numDeletedRows } = await db
      .deleteFrom('framework_control_document_type')
      .where('framework_instance_id', '=', instanceId)
      .where('control_id', '=', controlId)
      .where('form_type', '=', form)
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
};

/** The forms of a control, by name: the direct ones, or those in an adopted framework, each once (spec/areas/controls, rule 2). */
export async function listDocumentTypes(
  db: OrganizationDatabase,
  controlId: string,
  instance: Instance | undefined,
): Promise<Schemas['ControlDocumentType'][]> {
  const [direct, scoped, settings] = await Promise.all([
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
  const notRelevant = new Set(settings.map(({ form_type }) => form_type));
  const each = new Map([...direct, ...scoped].map((link) => [link.formType, link]));
  return [...each.values()]
    .sort((one, other) => (one.formType < other.formType ? -1 : 1))
    .map((link) => ({ ...link, isNotRelevant: notRelevant.has(link.formType) }));
}

/** How many submissions there are of each of these forms. */
export async function countSubmissions(db: OrganizationDatabase, forms: readonly FormType[]): Promise<Schemas['ControlSubmissionCounts']> {
  const counted = forms.length
    ? await db
        .selectFrom('evidence_submission')
        .select(({ fn }) => ['form_type', fn.countAll<number>().as('count')])
        .where('form_type', 'in', forms)
        .groupBy('form_type')
        .execute()
    : [];
  const counts = new Map(counted.map(({ form_type, count }) => [form_type, count]));
  return Object.fromEntries(forms.map((form) => [form, counts.get(form) ?? 0]));
}
