/** A framework and what is done about it, in the language of OSCAL (spec/areas/frameworks, rules 31 to 35). */
import { Readable } from 'node:stream';
import type { Handlers } from '../../../contract/types.ts';
import { Deferred } from '../../../contract/replies.ts';
import { slugOf } from '../../../documents/zip/names.ts';
import { assessmentResultsOf } from '../../../domain/oscal/assessment-results.ts';
import { catalogOf } from '../../../domain/oscal/catalog.ts';
import { componentDefinitionOf } from '../../../domain/oscal/components.ts';
import { milestonesOf } from '../../../domain/oscal/milestones.ts';
import { profileOf } from '../../../domain/oscal/profile.ts';
import type { OscalModel, Program } from '../../../domain/oscal/program.ts';
import { systemSecurityPlanOf } from '../../../domain/oscal/system-security-plan.ts';
import { writtenDocument } from '../../../domain/oscal/written.ts';
import { findInstance, nameOf } from '../../../domain/frameworks/instances.ts';
import { added } from '../../../platform/audit/changes.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { latestOf, openFindings, openRisks, practiceOf, programOf } from '../queries/oscal.ts';
import { observationsOf } from '../queries/oscal-observations.ts';
import { instanceNotFound } from '../refusals.ts';

/** What a model shows beside the framework, which its reader has to be permitted to read. */
const shows: Readonly<Record<OscalModel, readonly `${string}:read`[]>> = {
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
    if (!shows[model].every((permission) => actor.permissions.has(permission))) return refusal('missing_permission');
    const make = await makerOf(db, await programOf(db, instance, baseUrl), model, actor);
    if (isRefusal(make)) return make;
    audit.did('Exported framework in OSCAL', { entityId: instance.id, changes: added({ model }) });
    const name = `${slugOf(nameOf(instance))}-${model}.json`;
    return new Deferred(() =>
      Promise.resolve({
        status: 200,
        type: 'application/oscal+json',
        headers: { 'Content-Disposition': dispositionOf(name, false) },
        body: Readable.from(writtenDocument(make())),
      } as const),
    );
  },
};

/** Reads what the model shows. @returns what makes the document of it, once the transaction is over */
async function makerOf(db: OrganizationDatabase, framework: Program, model: OscalModel, actor: Actor) {
  const { permissions, memberId } = actor;
  if (model === 'catalog') return () => catalogOf(framework);
  const isEmpty = !framework.requirements.some(({ inScope }) => inScope);
  if (isEmpty && model !== 'component-definition' && model !== 'plan-of-action-and-milestones') return empty();
  if (model === 'profile') return () => profileOf(framework);
  const { found: practice, changed } = await practiceOf(db, framework.instanceId, memberId);
  const asOf = (also: readonly string[] = []) => ({ ...framework, lastModified: latestOf([framework.lastModified, ...changed, ...also]) });
  if (model === 'component-definition') return () => componentDefinitionOf(asOf(), practice);
  if (model === 'system-security-plan') return () => systemSecurityPlanOf(asOf(), practice);
  if (model === 'assessment-results') {
    const observations = await observationsOf(db, practice.controls, permissions.has('integration:read'));
    return () => assessmentResultsOf(asOf(observations.changed), practice, observations.found);
  }
  const [risks, findings] = await Promise.all([openRisks(db, permissions.has('task:read')), openFindings(db, memberId)]);
  if (risks.found.length + findings.found.length === 0) return empty();
  return () => milestonesOf(asOf([...risks.changed, ...findings.changed]), practice, risks.found, findings.found);
}

const empty = () => refusal('oscal_document_empty');
