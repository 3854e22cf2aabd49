/** Exports a framework and its implementation in OSCAL (frameworks, rules 31 to 35). */
import { checkPermissions } from '#platform/identity/missing-permission';
import { Readable } from 'node:stream';
import type { Handlers } from '#contract/types';
import { Deferred } from '#contract/replies';
import { toSlug } from '#documents/zip/names';
import { assessmentResultsOf } from '../documents/oscal/assessment-results.ts';
import { catalogOf } from '../documents/oscal/catalog.ts';
import { componentDefinitionOf } from '../documents/oscal/components.ts';
import { milestonesOf } from '../documents/oscal/milestones.ts';
import { profileOf } from '../documents/oscal/profile.ts';
import type { OscalModel, Program } from '../documents/oscal/program.ts';
import { systemSecurityPlanOf } from '../documents/oscal/system-security-plan.ts';
import { serializeDocument } from '../documents/oscal/serialize.ts';
import { findInstance, frameworkNameOf } from '#domain/frameworks/instances';
import { changesOnCreate } from '#platform/audit/changes';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { dispositionOf } from '#platform/ports/file-links';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { latestOf, listOpenFindings, listOpenRisks, findImplementation, findProgram } from '../queries/oscal.ts';
import { listObservations } from '../queries/oscal-observations.ts';
import { instanceNotFound } from '../refusals.ts';

/** Permissions that a model requires in addition to reading the framework. */
const permissionsByModel: Readonly<Record<OscalModel, readonly `${string}:read`[]>> = {
  catalog: [],
  profile: [],
  'component-definition': ['control:read'],
  'system-security-plan': ['control:read'],
  'assessment-results': ['control:read', 'task:read', 'evidence:read'],
  'plan-of-action-and-milestones': ['control:read', 'risk:read', 'finding:read'],
};

export const oscal: Pick<Handlers<'frameworks'>, 'exportFrameworkOscal'> = {
  async exportFrameworkOscal({ path, query: { model }, db, actor, audit, ports: { baseUrl } }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const permissionError = checkPermissions(actor, ...permissionsByModel[model]);
    if (permissionError) return permissionError;
    const createDocument = await documentCreatorOf(db, await findProgram(db, instance, baseUrl), model, actor);
    if (isRefusal(createDocument)) return createDocument;
    audit.performed('Exported framework in OSCAL', { entityId: instance.id, changes: changesOnCreate({ model }) });
    const name = `${toSlug(frameworkNameOf(instance))}-${model}.json`;
    return new Deferred(() =>
      Promise.resolve({
        status: 200,
        type: 'application/oscal+json',
        headers: { 'Content-Disposition': dispositionOf(name, false) },
        body: Readable.from(serializeDocument(createDocument())),
      } as const),
    );
  },
};

/** Reads the data of the model. @returns a function that creates the document after the transaction, or an error response */
async function documentCreatorOf(db: OrganizationDatabase, framework: Program, model: OscalModel, actor: Actor) {
  const { permissions } = actor;
  if (model === 'catalog') return () => catalogOf(framework);
  const isEmpty = !framework.requirements.some(({ inScope }) => inScope);
  if (isEmpty && model !== 'component-definition' && model !== 'plan-of-action-and-milestones') return emptyDocument();
  if (model === 'profile') return () => profileOf(framework);
  const { data: implementation, changeTimes } = await findImplementation(db, framework.instanceId, actor);
  const withLastModified = (moreChangeTimes: readonly string[] = []) => ({
    ...framework,
    lastModified: latestOf([framework.lastModified, ...changeTimes, ...moreChangeTimes]),
  });
  if (model === 'component-definition') return () => componentDefinitionOf(withLastModified(), implementation);
  if (model === 'system-security-plan') return () => systemSecurityPlanOf(withLastModified(), implementation);
  if (model === 'assessment-results') {
    const observations = await listObservations(db, implementation.controls, permissions.has('integration:read'));
    return () => assessmentResultsOf(withLastModified(observations.changeTimes), implementation, observations.data);
  }
  const [risks, findings] = await Promise.all([listOpenRisks(db, permissions.has('task:read')), listOpenFindings(db, actor)]);
  if (risks.data.length + findings.data.length === 0) return emptyDocument();
  return () => milestonesOf(withLastModified([...risks.changeTimes, ...findings.changeTimes]), implementation, risks.data, findings.data);
}

const emptyDocument = () => refusal('oscal_document_empty');
