/** Queries for the form settings of an organization. */
import type { components } from '#generated/api';
import type { FormType } from '#domain/evidence-forms/definition';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { FormSwitches } from '../rules/forms.ts';

type Setting = components['schemas']['EvidenceFormSetting'];
type StoredSetting = Setting & { readonly id: string };

const columns = columnsOf('evidence_form_setting', 'id', 'formType', 'isNotRelevant', 'updatedAt', 'version');

/** @returns the stored settings; forms without a stored setting are absent */
export function listSettings(db: OrganizationDatabase): Promise<StoredSetting[]> {
  return db.selectFrom('evidence_form_setting').select(columns).execute();
}

/** Creates the setting of a form if necessary, and locks it until the transaction ends. @returns the setting */
export async function lockSetting(db: OrganizationDatabase, formType: FormType): Promise<StoredSetting> {
  await db
    .insertInto('evidence_form_setting')
    .values({ id: newId('efs'), form_type: formType })
    .onConflict((conflict) => conflict.columns(['organization_id', 'form_type']).doNothing())
    .execute();
  return db.selectFrom('evidence_form_setting').select(columns).where('form_type', '=', formType).forUpdate().executeTakeFirstOrThrow();
}

/** @returns the setting after the change */
export function updateSetting(db: OrganizationDatabase, id: string, isNotRelevant: boolean): Promise<StoredSetting> {
  return db
    .updateTable('evidence_form_setting')
    .set({ is_not_relevant: isNotRelevant })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** @returns the settings with which the organization enables or disables forms */
export function findFormSwitches(db: OrganizationDatabase): Promise<FormSwitches> {
  return db
    .selectFrom('organization')
    .select(columnsOf('organization', 'whistleblowerReportEnabled', 'accessRequestFormEnabled'))
    .executeTakeFirstOrThrow();
}
