/** Imports requirements from a file, or from an adopted framework by an OSCAL profile (frameworks, rules 30 and 37). */
import type { Handlers } from '#contract/types';
import { changesOnCreate } from '#platform/audit/changes';
import { CallExternal } from '#contract/replies';
import { inspectFile, isInspected } from '#documents/files/receive';
import { findInstance, frameworkNameOf } from '#domain/frameworks/instances';
import { lockFrameworks } from '#domain/frameworks/lock';
import { mediaTypeOf } from '#platform/files/executable-types';
import type { OrganizationContext } from '#platform/context';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import type { FoundRequirement } from '../documents/found-requirement.ts';
import { importKindOf, readRequirements } from '../documents/read.ts';
import { insertRequirements, saveControlIds, selectCustomRequirements, updateRequirement } from '../queries/custom-requirements.ts';
import { listExportedRequirements } from '../queries/oscal.ts';
import { instanceNotFound } from '../refusals.ts';
import { selectionOf, type Selection } from '../rules/profile.ts';
import { toImportResponse, newControlIds, planImport } from '../rules/import.ts';

const entityType = 'framework';
/** The maximum size of an uploaded file, in bytes. */
const maxFileSize = 20 * 1024 * 1024;

type ImportOperation = 'importFrameworkRequirements' | 'importFrameworkProfile';

export const importHandlers: Pick<Handlers<'frameworks'>, ImportOperation> = {
  async importFrameworkRequirements({ path, query: { dryRun }, body, ...context }) {
    const { db, actor } = context;
    if (!(await findInstance(db, path.id))) return instanceNotFound();
    const fileType = mediaTypeOf(body.fileType);
    const kind = importKindOf(fileType);
    if (kind === undefined) return refusal('file_type_not_allowed', { fileType });
    const selection = body.profile === undefined ? selectAll : selectionOf(body.profile);
    if (!selection) return invalidProfile();
    if (body.profile !== undefined && kind !== 'json')
      return invalid({ profile: fieldErrors.notAllowed('can be given with a catalog only') });
    const file = await inspectFile(context, body, { purpose: 'document', limit: maxFileSize });
    if (!isInspected(file)) return file;
    const content = file.draft.content();
    return new CallExternal(async () => {
      const foundRequirements = await readRequirements({ organizationId: actor.organizationId, kind, content });
      return async (newContext) =>
        isRefusal(foundRequirements)
          ? foundRequirements
          : importRequirements(newContext, path.id, file.name, filterSelected(foundRequirements, selection), dryRun === true);
    });
  },

  async importFrameworkProfile({ path, query: { dryRun }, body: { profile, catalogFrameworkId }, ...context }) {
    const { db } = context;
    const [instance, catalog] = await Promise.all([findInstance(db, path.id), findInstance(db, catalogFrameworkId)]);
    if (!instance) return instanceNotFound();
    if (!catalog || catalog.id === instance.id)
      return invalid({ catalogFrameworkId: fieldErrors.unknownReference('framework', 'another adopted framework') });
    const selection = selectionOf(profile);
    if (!selection) return invalidProfile();
    const foundRequirements = filterSelected(await listExportedRequirements(db, catalog), selection);
    return importRequirements(context, path.id, frameworkNameOf(catalog), foundRequirements, dryRun === true);
  },
};

const selectAll: Selection = () => true;
const invalidProfile = () =>
  invalid({ profile: fieldErrors.invalidFormat('a profile in the JSON format of OSCAL that includes controls') });

/** Returns the requirements that a profile selects. A profile cannot select a control without an id. */
function filterSelected(foundRequirements: readonly FoundRequirement[], selection: Selection): readonly FoundRequirement[] {
  return selection === selectAll
    ? foundRequirements
    : foundRequirements.filter(({ controlId }) => controlId !== undefined && selection(controlId));
}

/** Only one import runs at a time in an organization, so that the plan is still valid when it is applied. */
async function importRequirements(
  { db, audit, skipAudit }: Pick<OrganizationContext, 'db' | 'audit' | 'skipAudit'>,
  instanceId: string,
  fileName: string,
  foundRequirements: readonly FoundRequirement[],
  dryRun: boolean,
) {
  if (!foundRequirements.length)
    return invalid({ profile: { code: 'unknown_reference', message: 'must select controls of the catalog', params: { type: 'control' } } });
  await lockFrameworks(db);
  const instance = await findInstance(db, instanceId);
  if (!instance) return instanceNotFound();
  const steps = planImport(
    foundRequirements,
    await selectCustomRequirements(db, instance).select('oscal_id as oscalId').orderBy('id').forNoKeyUpdate().execute(),
  );
  const createdSteps = steps.filter((step) => step.outcome === 'created');
  const updatedSteps = steps.filter((step) => step.outcome === 'updated');
  if (!dryRun) await saveControlIds(db, newControlIds(steps));
  if (dryRun || createdSteps.length + updatedSteps.length === 0) {
    skipAudit();
    return { status: 200 as const, body: toImportResponse(steps) };
  }
  const insertedRequirements = await insertRequirements(
    db,
    instance,
    createdSteps.map(({ fields }) => fields),
  );
  await Promise.all(updatedSteps.map(({ before, fields }) => updateRequirement(db, before.id, fields)));
  audit.performed('Imported requirements', {
    entityType,
    changes: changesOnCreate({
      file: fileName,
      ...(createdSteps.length && { requirements: createdSteps.map(({ fields }) => fields.identifier) }),
    }),
  });
  for (const { before, fields } of updatedSteps)
    audit.changed(before, fields, {
      entityType,
      description: `Updated requirement ${fields.identifier}`,
      fields: ['identifier', 'name', 'description', 'requirementFamily'],
    });
  return {
    status: 200 as const,
    body: toImportResponse(steps, new Map(insertedRequirements.map(({ identifier, id }) => [identifier, id]))),
  };
}
