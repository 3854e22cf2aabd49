/** Linking and unlinking the requirements that a control meets. */
import { added, removed } from '../../../platform/audit/changes.ts';
import { invalid, isRefusal } from '../../../platform/refusals/refusal.ts';
import type { Handler } from '../../../contract/types.ts';
import { extendToCustomFrameworks } from '../../../domain/control-links/custom-frameworks.ts';
import { isArchived } from './links.ts';
import { lockRequiredControl } from './require-control.ts';
import { linkRequirements, misfitsIn, resolveMappings, unlinkRequirements } from '../queries/requirements.ts';

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
  const resolved = await resolveMappings(db, requirements);
  const mapped = resolved.filter((one) => 'instanceId' in one);
  if (!mapped.length) return invalid(misfitsIn('requirements', resolved));
  const fresh = await linkRequirements(db, control.id, mapped);
  await extendToCustomFrameworks(db, [control.id]);
  audit.did('Linked requirements to control', {
    changes: fresh.length ? added({ requirements: fresh.map(({ title }) => title) }) : {},
  });
  return { status: 200, body: { count: fresh.length } };
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
  const gone = await unlinkRequirements(db, control.id, requirements);
  audit.did('Unlinked requirements from control', { changes: gone.length ? removed({ requirements: gone }) : {} });
  return { status: 200, body: { count: gone.length } };
};
