/** A new control comes with its links, or not at all. */
import { invalid, isRefusal } from '../../../platform/refusals/refusal.ts';
import type { Handler } from '../../../contract/types.ts';
import { extendToCustomFrameworks } from '../../../domain/control-links/custom-frameworks.ts';
import { asShown } from '../../../domain/controls/shown.ts';
import { takeTurn } from '../../../domain/bulk/turn.ts';
import { isParticipant, notParticipant } from '../../../domain/members/participants.ts';
import { documentTypes as forms } from '../queries/document-types.ts';
import { policies } from '../queries/policies.ts';
import { insertControl } from '../queries/controls.ts';
import { unknown } from '../queries/links-of-rows.ts';
import { linkRequirements, misfitsIn, resolveMappings } from '../queries/requirements.ts';
import { tasks } from '../queries/tasks.ts';
import { externalIdTaken } from '../refusals.ts';

export const createControl: Handler<'createControl'> = async ({
  body: { name, description, ownerId, externalId, policyIds = [], taskIds = [], documentTypes = [], requirementMappings = [] },
  db,
  ports,
  audit,
}) => {
  if (externalId !== undefined) await takeTurn(db, 'control');
  const [knownPolicies, knownTasks, resolved] = await Promise.all([
    policyIds.length ? policies.linkable(db, policyIds) : [],
    taskIds.length ? tasks.linkable(db, taskIds) : [],
    resolveMappings(db, requirementMappings),
  ]);
  const misfits = {
    ...unknown('policyIds', policyIds, knownPolicies, 'must be a policy of the organization that is not archived'),
    ...unknown('taskIds', taskIds, knownTasks, 'must be a task of the organization that is not archived'),
    ...misfitsIn('requirementMappings', resolved),
    ...(ownerId !== undefined && !(await isParticipant(db, ports.access.staffEmailDomains, ownerId)) && { ownerId: notParticipant }),
  };
  if (Object.keys(misfits).length) return invalid(misfits);
  const mapped = resolved.filter((one) => 'instanceId' in one);

  const given = { ...(ownerId !== undefined && { ownerId }), ...(externalId !== undefined && { externalId: externalId.trim() }) };
  const control = await insertControl(db, { name: name.trim(), description, ...given }).catch(externalIdTaken);
  if (isRefusal(control)) return control;
  await Promise.all([
    policyIds.length && policies.link(db, control.id, policyIds),
    taskIds.length && tasks.link(db, control.id, taskIds),
    documentTypes.length && forms.link(db, control.id, documentTypes),
    linkRequirements(db, control.id, mapped),
  ]);
  if (mapped.length) await extendToCustomFrameworks(db, [control.id]);

  const fields = {
    name: control.name,
    description,
    ...given,
    policies: titles(knownPolicies),
    tasks: titles(knownTasks),
    documentTypes,
    requirements: titles(mapped),
  };
  audit.created(Object.fromEntries(Object.entries(fields).filter(([, current]) => current.length)));
  const [shown] = await asShown(db, [control]);
  if (!shown) throw new Error('the control is gone');
  return { status: 201, body: shown };
};

const titles = (all: readonly { readonly title: string }[]) => all.map(({ title }) => title);
