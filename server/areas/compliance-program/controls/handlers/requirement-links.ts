/** Links and unlinks the requirements that a control meets. */
import { changesOnCreate, changesOnDelete } from '#platform/audit/changes';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import type { Handler } from '#contract/types';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import { isArchived } from './links.ts';
import { lockRequiredControl } from './require-control.ts';
import { linkRequirements, mappingErrorsIn, resolveMappings, unlinkRequirements } from '../queries/requirements.ts';

export const linkRequirementsToControl: Handler<'linkRequirementsToControl'> = async ({
  path,
  body: { requirements },
  db,
  actor,
  audit,
}) => {
  const control = await lockRequiredControl(db, actor, path.id);
  if (isRefusal(control)) return control;
  if (control.archivedAt !== null) return isArchived();
  const resolved = await resolveMappings(db, actor, requirements);
  const mapped = resolved.filter((one) => 'instanceId' in one);
  if (!mapped.length) return invalid(mappingErrorsIn('requirements', resolved));
  const newLinks = await linkRequirements(db, control.id, mapped);
  await copyLinksToCustomFrameworks(db, [control.id]);
  audit.performed('Linked requirements to control', {
    changes: newLinks.length ? changesOnCreate({ requirements: newLinks.map(({ title }) => title) }) : {},
  });
  return { status: 200, body: { count: newLinks.length } };
};

export const unlinkRequirementsFromControl: Handler<'unlinkRequirementsFromControl'> = async ({
  path,
  body: { requirements },
  db,
  actor,
  audit,
}) => {
  const control = await lockRequiredControl(db, actor, path.id);
  if (isRefusal(control)) return control;
  const unlinked = await unlinkRequirements(db, actor, control.id, requirements);
  audit.performed('Unlinked requirements from control', { changes: unlinked.length ? changesOnDelete({ requirements: unlinked }) : {} });
  return { status: 200, body: { count: unlinked.length } };
};
