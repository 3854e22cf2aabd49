/** Queries about what an organization has set for its forms. */
import type { components } from '../../../../generated/api.d.ts';
import type { FormType } from '../../../domain/evidence-forms/definition.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { Switches } from '../rules/forms.ts';

type Setting = components['schemas']['EvidenceFormSetting'];
type StoredSetting = Setting & { readonly id: string };

const columns = columnsOf('evidence_form_setting', 'id', 'formType', 'isNotRelevant', 'updatedAt');

/** @returns what is stored; forms that nobody has set are not there */
export function listSettings(db: OrganizationDatabase): Promise<StoredSetting[]> {
  return db.selectFrom('evidence_form_setting').select(columns).execute();
}

/** @returns the setting of a form, held until the transaction ends; made if there was none */
export async function lockSetting(db: OrganizationDatabase, formType: FormType): Promise<StoredSetting> {
  await db
    .insertInto('evidence_form_setting')
    .values({ id: newId('efs'), form_type: formType })
    .onConflict((conflict) => conflict.columns(['organization_id', 'form_type']).doNothing())
    .execute();
  return db.selectFrom('evidence_form_setting').select(columns).where('form_type', '=', formType).forUpdate().executeTakeFirstOrThrow();
}

/** @returns the setting as it is now */
export function updateSetting(db: OrganizationDatabase, id: string, isNotRelevant: boolean): Promise<StoredSetting> {
  return db
    .updateTable('evidence_form_setting')
    .set({ is_not_relevant: isNotRelevant })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** @returns which forms the organization has switched on */
export function findSwitches(db: OrganizationDatabase): Promise<Switches> {
  return db
    .selectFrom('organization')
    .select(columnsOf('organization', 'whistleblowerReportEnabled', 'accessRequestFormEnabled'))
    .executeTakeFirstOrThrow();
}
