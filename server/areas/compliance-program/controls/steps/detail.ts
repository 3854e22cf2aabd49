/** Queries a control with its links, guidance and progress. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { findGuidance } from '#domain/catalogue/guidance';
import { addDerivedFields } from '#domain/controls/derived-fields';
import { listRisks } from '../queries/risks.ts';
import { countSubmissions, listDocumentTypes } from '../queries/document-types.ts';
import { listPolicies } from '../queries/policies.ts';
import { listMaps } from '../queries/requirement-maps.ts';
import { progressOf } from '../rules/progress.ts';
import { mayRead } from '#domain/access/records/kinds';
import { withoutSubmission } from '#domain/policies/published';
import { findIdsWithReadableDrafts } from '#domain/policies/visible';
import { filterReadable } from '#domain/access/records/readable';
import type { Reader } from '#domain/access/records/rows';
import type { LinkScope } from '../queries/scope.ts';
import { listTasks } from '../queries/tasks.ts';

type Schemas = components['schemas'];

/**
 * Returns a control with its links, guidance and progress.
 * @param instance the adopted framework whose links are listed; undefined lists the direct links (controls, rule 2)
 * @param reader the caller; links to records that it may not read are omitted, also from the progress (rule 10)
 */
export async function detailOf(
  db: OrganizationDatabase,
  control: Schemas['UpdatePreviewControl'],
  instance: LinkScope | undefined,
  reader: Reader,
): Promise<Schemas['ControlDetail']> {
  const [[controlWithDerivedFields], policies, tasks, controlDocumentTypes, requirementsMapped, risks, guidance] = await Promise.all([
    addDerivedFields(db, [control]),
    listPolicies(db, control.id, instance),
    listTasks(db, control.id, instance),
    listDocumentTypes(db, control.id, instance),
    mayRead(reader, 'requirement') ? listMaps(db, control.id) : [],
    listRisks(db, control.id, reader),
    findGuidance(db, control.controlTemplateId),
  ]);
  if (!controlWithDerivedFields) throw new Error('the control was not found');
  const [submissionCountsByFormType, readablePolicies, readableTasks] = await Promise.all([
    mayRead(reader, 'evidence_submission')
      ? countSubmissions(
          db,
          controlDocumentTypes.map(({ formType }) => formType),
        )
      : {},
    filterReadable(db, reader, 'policy', policies),
    filterReadable(db, reader, 'task', tasks),
  ]);
  const { memberId } = reader;
  const idsWithReadableDrafts = await findIdsWithReadableDrafts(
    db,
    memberId ?? '',
    readablePolicies.map(({ id }) => id),
  );
  const isDraftVisible = (id: string) => memberId === undefined || idsWithReadableDrafts.has(id);
  return {
    ...controlWithDerivedFields,
    guidance,
    policies: readablePolicies.map((policy) => (isDraftVisible(policy.id) ? policy : withoutSubmission(policy))),
    tasks: readableTasks,
    controlDocumentTypes,
    requirementsMapped,
    risks,
    submissionCountsByFormType,
    progress: progressOf(readablePolicies, readableTasks),
  };
}
