/** Imports requirements from a file (frameworks, rule 30). */
import type { Handlers } from '#contract/types';
import { changesOnCreate } from '#platform/audit/changes';
import { CallExternal } from '#contract/replies';
import { inspectFile, isInspected } from '#documents/files/receive';
import { findInstance, frameworkNameOf } from '#domain/frameworks/instances';
import { lockFrameworks } from '#domain/frameworks/lock';
import { mediaTypeOf } from '#platform/files/executable-types';
import type { OrganizationContext } from '#platform/context';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import type { FoundRequirement } from '../documents/found-requirement.ts';
import { importKindOf, readRequirements } from '../documents/read.ts';
import { insertRequirements, saveControlIds, ownRequirements, updateRequirement } from '../queries/custom-requirements.ts';
import { requirementsAsFound } from '../queries/oscal.ts';
import { instanceNotFound } from '../refusals.ts';
import { selectionOf, type Selection } from '../rules/profile.ts';
import { answerOf, newControlIds, planImport } from '../rules/import.ts';

const entityType = 'framework';
const limit = 20 * 1024 * 1024;

type Importing = 'importFrameworkRequirements' | 'importFrameworkProfile';

export const importing: Pick<Handlers<'frameworks'>, Importing> = {
  async importFrameworkRequirements({ path, query: { dryRun }, body, ...context }) {
    const { db, actor } = context;
    if (!(await findInstance(db, path.id))) return instanceNotFound();
    const fileType = mediaTypeOf(body.fileType);
    const kind = importKindOf(fileType);
    if (kind === undefined) return refusal('file_type_not_allowed', { fileType });
    const selects = body.profile === undefined ? everything : selectionOf(body.profile);
    if (!selects) return notProfile();
    if (body.profile !== undefined && kind !== 'json') return invalid({ profile: 'can be given with a catalog only' });
    const file = await inspectFile(context, body, { purpose: 'document', limit });
    if (!isInspected(file)) return file;
    const content = file.draft.content();
    return new CallExternal(async () => {
      const found = await readRequirements({ organizationId: actor.organizationId, kind, content });
      return async (next) =>
        isRefusal(found) ? found : importFound(next, path.id, file.name, selectedOf(found, selects), dryRun === true);
    });
  },

  async importFrameworkProfile({ path, query: { dryRun }, body: { profile, catalogFrameworkId }, ...context }) {
    const { db } = context;
    const [instance, catalog] = await Promise.all([findInstance(db, path.id), findInstance(db, catalogFrameworkId)]);
    if (!instance) return instanceNotFound();
    if (!catalog || catalog.id === instance.id) return invalid({ catalogFrameworkId: 'must be another adopted framework' });
    const selects = selectionOf(profile);
    if (!selects) return notProfile();
    const found = selectedOf(await requirementsAsFound(db, catalog), selects);
    return importFound(context, path.id, frameworkNameOf(catalog), found, dryRun === true);
  },
};

const everything: Selection = () => true;
const notProfile = () => invalid({ profile: 'must be a profile in the JSON format of OSCAL that includes controls' });

/** A control without an id cannot be selected by a profile. */
function selectedOf(found: readonly FoundRequirement[], selects: Selection): readonly FoundRequirement[] {
  return selects === everything ? found : found.filter(({ controlId }) => controlId !== undefined && selects(controlId));
}

/** Imports run one at a time in an organization, so that the plan is still valid when it is applied. */
async function importFound(
  { db, audit, skipAudit }: Pick<OrganizationContext, 'db' | 'audit' | 'skipAudit'>,
  instanceId: string,
  fileName: string,
  found: readonly FoundRequirement[],
  dryRun: boolean,
) {
  if (!found.length) return invalid({ profile: 'must select controls of the catalog' });
  await lockFrameworks(db);
  const instance = await findInstance(db, instanceId);
  if (!instance) return instanceNotFound();
  const steps = planImport(
    found,
    await ownRequirements(db, instance).select('oscal_id as oscalId').orderBy('id').forNoKeyUpdate().execute(),
  );
  const created = steps.filter((step) => step.outcome === 'created');
  const updated = steps.filter((step) => step.outcome === 'updated');
  if (!dryRun) await saveControlIds(db, newControlIds(steps));
  if (dryRun || created.length + updated.length === 0) {
    skipAudit();
    return { status: 200 as const, body: answerOf(steps) };
  }
  const inserted = await insertRequirements(
    db,
    instance,
    created.map(({ fields }) => fields),
  );
  await Promise.all(updated.map(({ before, fields }) => updateRequirement(db, before.id, fields)));
  audit.performed('Imported requirements', {
    entityType,
    changes: changesOnCreate({ file: fileName, ...(created.length && { requirements: created.map(({ fields }) => fields.identifier) }) }),
  });
  for (const { before, fields } of updated)
    audit.changed(before, fields, {
      entityType,
      description: `Updated requirement ${fields.identifier}`,
      fields: ['identifier', 'name', 'description', 'requirementFamily'],
    });
  return { status: 200 as const, body: answerOf(steps, new Map(inserted.map(({ identifier, id }) => [identifier, id]))) };
}
