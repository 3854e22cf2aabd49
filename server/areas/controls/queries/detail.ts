/** One control with everything that proves it. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { countSubmissions, listDocumentTypes } from './document-types.ts';
import { listPolicies } from './policies.ts';
import { listMaps } from './requirement-maps.ts';
import { progressOf } from '../rules.ts';
import type { Instance } from './scope.ts';
import { listTasks } from './tasks.ts';

type Schemas = components['schemas'];

/** @param instance the adopted framework whose links are shown; without it the direct ones are (spec/areas/controls, rule 2) */
export async function detailOf(
  db: OrganizationDatabase,
  control: Schemas['Control'],
  instance: Instance | undefined,
): Promise<Schemas['ControlDetail']> {
  const [policies, tasks, controlDocumentTypes, requirementsMapped] = await Promise.all([
    listPolicies(db, control.id, instance),
    listTasks(db, control.id, instance),
    listDocumentTypes(db, control.id, instance),
    listMaps(db, control.id),
  ]);
  const submissionCountsByFormType = await countSubmissions(
    db,
    controlDocumentTypes.map(({ formType }) => formType),
  );
  return {
    ...control,
    policies,
    tasks,
    controlDocumentTypes,
    requirementsMapped,
    submissionCountsByFormType,
    progress: progressOf(policies, tasks),
  };
}
