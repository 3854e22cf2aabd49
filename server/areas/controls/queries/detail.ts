/** One control with everything that proves it. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { guidanceOn } from '../../../domain/catalogue/guidance.ts';
import { asShown } from '../../../domain/controls/shown.ts';
import { listRisks } from './risks.ts';
import { countSubmissions, listDocumentTypes } from './document-types.ts';
import { listPolicies, visibleAmong } from './policies.ts';
import { listMaps } from './requirement-maps.ts';
import { progressOf } from '../rules/shown.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Instance } from './scope.ts';
import { listTasks } from './tasks.ts';

type Schemas = components['schemas'];

/**
 * @param instance the adopted framework whose links are shown; without it the direct ones are (spec/areas/controls, rule 2)
 * @param reader who sees only some of the tasks and policies, while the progress is that of the whole control (rule 10)
 */
export async function detailOf(
  db: OrganizationDatabase,
  control: Schemas['UpdatePreviewControl'],
  instance: Instance | undefined,
  { memberId, restrictedTo, permissions }: Pick<Actor, 'memberId' | 'restrictedTo' | 'permissions'>,
): Promise<Schemas['ControlDetail']> {
  const [[shown], policies, tasks, controlDocumentTypes, requirementsMapped, risks, guidance] = await Promise.all([
    asShown(db, [control]),
    listPolicies(db, control.id, instance),
    listTasks(db, control.id, instance),
    listDocumentTypes(db, control.id, instance),
    listMaps(db, control.id),
    permissions.has('risk:read') ? listRisks(db, control.id, restrictedTo) : [],
    guidanceOn(db, control.controlTemplateId),
  ]);
  if (!shown) throw new Error('the control is gone');
  const policyIds = policies.map(({ id }) => id);
  const [submissionCountsByFormType, visible] = await Promise.all([
    countSubmissions(
      db,
      controlDocumentTypes.map(({ formType }) => formType),
    ),
    memberId === undefined ? new Set(policyIds) : visibleAmong(db, policyIds, memberId),
  ]);
  return {
    ...shown,
    guidance,
    policies: policies.filter(({ id }) => visible.has(id)),
    tasks: restrictedTo === undefined ? tasks : tasks.filter(({ assigneeId }) => assigneeId === restrictedTo),
    controlDocumentTypes,
    requirementsMapped,
    risks,
    submissionCountsByFormType,
    progress: progressOf(policies, tasks),
  };
}
