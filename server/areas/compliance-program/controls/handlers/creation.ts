/** Creates a control and its links. If a link is invalid, nothing is created. */
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import type { Handler } from '#contract/types';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import { addDerivedFields } from '#domain/controls/derived-fields';
import { linkableForms, lockLinkable, unknownIdErrors } from '#domain/access/links/linkable';
import { lockExternalIds } from '#domain/bulk/lock';
import { isParticipant, nonParticipant } from '#domain/people/members/participants';
import { documentTypeLinks, policyLinks, taskLinks } from '../queries/links.ts';
import { insertControl } from '../queries/controls.ts';
import { linkRequirements, mappingErrorsIn, resolveMappings } from '../queries/requirements.ts';
import { refuseTakenExternalId } from '../refusals.ts';

export const createControl: Handler<'createControl'> = async ({
  body: { name, description, ownerId, externalId, policyIds = [], taskIds = [], documentTypes = [], requirementMappings = [] },
  db,
  actor,
  ports,
  audit,
}) => {
  if (externalId !== undefined) await lockExternalIds(db, 'control');
  const [knownPolicies, knownTasks, resolvedMappings] = await Promise.all([
    lockLinkable(db, actor, 'policy', policyIds),
    lockLinkable(db, actor, 'task', taskIds),
    resolveMappings(db, actor, requirementMappings),
  ]);
  const errors = {
    ...unknownIdErrors(
      'policyIds',
      policyIds,
      knownPolicies,
      fieldErrors.unknownReference('policy', 'a policy of the organization that is not archived'),
    ),
    ...unknownIdErrors(
      'taskIds',
      taskIds,
      knownTasks,
      fieldErrors.unknownReference('task', 'a task of the organization that is not archived'),
    ),
    ...mappingErrorsIn('requirementMappings', resolvedMappings),
    ...(ownerId !== undefined && !(await isParticipant(db, ports.access.staffEmailDomains, ownerId)) && { ownerId: nonParticipant }),
  };
  if (Object.keys(errors).length) return invalid(errors);
  const mappings = resolvedMappings.filter((mapping) => 'instanceId' in mapping);

  const optionalFields = { ...(ownerId !== undefined && { ownerId }), ...(externalId !== undefined && { externalId }) };
  const control = await insertControl(db, { name, description, ...optionalFields }).catch(refuseTakenExternalId);
  if (isRefusal(control)) return control;
  await Promise.all([
    policyLinks.directLinks.add(db, { control_id: control.id }, knownPolicies),
    taskLinks.directLinks.add(db, { control_id: control.id }, knownTasks),
    documentTypeLinks.directLinks.add(db, { control_id: control.id }, linkableForms(documentTypes)),
    linkRequirements(db, control.id, mappings),
  ]);
  if (mappings.length) await copyLinksToCustomFrameworks(db, [control.id]);

  const fields = {
    name: control.name,
    description,
    ...optionalFields,
    policies: titlesOf(knownPolicies),
    tasks: titlesOf(knownTasks),
    documentTypes,
    requirements: titlesOf(mappings),
  };
  audit.created(Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length)));
  const [createdControl] = await addDerivedFields(db, [control]);
  if (!createdControl) throw new Error('the control was not found');
  return { status: 201, body: createdControl };
};

const titlesOf = (records: readonly { readonly title: string }[]) => records.map(({ title }) => title);
