/** Requirements from a file (spec/areas/frameworks, rule 30). */
import type { Handlers } from '../../../contract/types.ts';
import { added } from '../../../platform/audit/changes.ts';
import { CallOutside } from '../../../contract/replies.ts';
import { inspectFile, isInspected } from '../../../domain/files/receive.ts';
import { findInstance } from '../../../domain/frameworks/instances.ts';
import { lockFrameworks } from '../../../domain/frameworks/lock.ts';
import { mediaTypeOf } from '../../../platform/files/executable-types.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import type { FoundRequirement } from '../documents/found.ts';
import { importKindOf, readRequirements } from '../documents/read.ts';
import { insertRequirements, ownRequirements, updateRequirement } from '../queries/custom-requirements.ts';
import { instanceNotFound } from '../refusals.ts';
import { answerOf, planImport } from '../rules/import.ts';

const entityType = 'framework';
const limit = 20 * 1024 * 1024;

export const importing: Pick<Handlers<'frameworks'>, 'importFrameworkRequirements'> = {
  async importFrameworkRequirements({ path, query: { dryRun }, body, ...context }) {
    const { db, actor } = context;
    if (!(await findInstance(db, path.id))) return instanceNotFound();
    const fileType = mediaTypeOf(body.fileType);
    const kind = importKindOf(fileType);
    if (kind === undefined) return refusal('file_type_not_allowed', { fileType });
    const file = await inspectFile(context, body, { purpose: 'document', limit });
    if (!isInspected(file)) return file;
    const content = file.draft.content();
    return new CallOutside(async () => {
      const found = await readRequirements({ organizationId: actor.organizationId, kind, content });
      return async (next) => (isRefusal(found) ? found : carryOut(next, path.id, file.name, found, dryRun === true));
    });
  },
};

/** One at a time in an organization, so what is planned is what is done. */
async function carryOut(
  { db, audit, skipAudit }: Pick<OrganizationContext, 'db' | 'audit' | 'skipAudit'>,
  instanceId: string,
  fileName: string,
  found: readonly FoundRequirement[],
  dryRun: boolean,
) {
  await lockFrameworks(db);
  const instance = await findInstance(db, instanceId);
  if (!instance) return instanceNotFound();
  const steps = planImport(found, await ownRequirements(db, instance).orderBy('id').forNoKeyUpdate().execute());
  const created = steps.filter((step) => step.outcome === 'created');
  const updated = steps.filter((step) => step.outcome === 'updated');
  if (dryRun || created.length + updated.length === 0) {
    skipAudit();
    return { status: 200 as const, body: answerOf(steps) };
  }
  const fresh = await insertRequirements(
    db,
    instance,
    created.map(({ fields }) => fields),
  );
  await Promise.all(updated.map(({ before, fields }) => updateRequirement(db, before.id, fields)));
  audit.did('Imported requirements', {
    entityType,
    changes: added({ file: fileName, ...(created.length && { requirements: created.map(({ fields }) => fields.identifier) }) }),
  });
  for (const { before, fields } of updated)
    audit.changed(before, fields, {
      entityType,
      description: `Updated requirement ${fields.identifier}`,
      fields: ['name', 'description', 'requirementFamily'],
    });
  return { status: 200 as const, body: answerOf(steps, new Map(fresh.map(({ identifier, id }) => [identifier, id]))) };
}
