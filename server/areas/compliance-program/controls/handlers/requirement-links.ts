/** Links requirements to the controls that meet them, and unlinks them. */
import { changesOnCreate, changesOnDelete } from '#platform/audit/changes';
import { touchRecord } from '#platform/database/touched';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import type { Handler } from '#contract/types';
import { copyLinksToCustomFrameworks } from '#domain/controls/links/custom-frameworks';
import { controlArchived } from './links.ts';
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
  if (control.archivedAt !== null) return controlArchived();
  const resolvedMappings = await resolveMappings(db, actor, requirements);
  const mappings = resolvedMappings.filter((mapping) => 'instanceId' in mapping);
  if (!mappings.length) return invalid(mappingErrorsIn('requirements', resolvedMappings));
  const newLinks = await linkRequirements(db, control.id, mappings);
  if (newLinks.length) await touchRecord(db, 'control', control.id);
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
  const unlinkedTitles = await unlinkRequirements(db, actor, control.id, requirements);
  if (unlinkedTitles.length) await touchRecord(db, 'control', control.id);
  audit.performed('Unlinked requirements from control', {
    changes: unlinkedTitles.length ? changesOnDelete({ requirements: unlinkedTitles }) : {},
  });
  return { status: 200, body: { count: unlinkedTitles.length } };
};
