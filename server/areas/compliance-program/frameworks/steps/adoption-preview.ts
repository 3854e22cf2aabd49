/** Previews the adoption of a framework, based on the existing work of the organization (frameworks, rule 39). */
import { findStatusesByTemplate } from '../queries/template-statuses.ts';
import type { components } from '#generated/api';
import type { ImplementationStatus } from '#domain/controls/implementation-status';
import type { OrganizationDatabase } from '#platform/database/handle';
import { countsOf, coverageOf } from '../rules/coverage.ts';
import { withinScope } from '../rules/scope.ts';
import { findContentToAdopt } from '../queries/adoptable.ts';
import { listCopies } from '../queries/copies.ts';
import { findTemplateLinks } from '../queries/template-links.ts';
import { listVersions } from '../queries/versions.ts';

type Preview = components['schemas']['FrameworkAdoptionPreview'];

const doneByStatus = { implemented: 'all', partial: 'some', not_started: 'nothing', not_applicable: 'nothing' } as const satisfies Record<
  ImplementationStatus,
  string
>;

/** @param scope the parts in scope, in the order of the framework; null for a framework without parts */
export async function previewAdoption(db: OrganizationDatabase, frameworkId: string, scope: string[] | null): Promise<Preview> {
  const [latestVersion] = await listVersions(db, [frameworkId]);
  const [manifest, copies, statusByTemplate] = await Promise.all([
    findContentToAdopt(db, frameworkId, latestVersion?.id ?? null).then((completeManifest) => withinScope(completeManifest, scope)),
    listCopies(db),
    findStatusesByTemplate(db),
  ]);
  const links = await findTemplateLinks(
    db,
    manifest.requirements.map(({ id }) => id),
  );
  const requirements = manifest.requirements.map(({ id, identifier, name }) => {
    const controlProgress = (links.get(id) ?? []).map(({ controlId, strength }) => {
      const status = statusByTemplate.get(controlId);
      return { strength, done: status === undefined ? ('nothing' as const) : doneByStatus[status] };
    });
    return { id, identifier, name, coverage: coverageOf(controlProgress) };
  });
  const newTemplates = (
    templates: readonly { readonly id: string; readonly name: string }[],
    existingCopies: ReadonlyMap<string, { readonly archivedAt: string | null }>,
  ) => templates.filter(({ id }) => existingCopies.get(id)?.archivedAt !== null).map(({ id, name }) => ({ id, name }));
  const addedTemplates = {
    controls: newTemplates(manifest.controls, copies.controls),
    policies: newTemplates(manifest.policies, copies.policies),
    tasks: newTemplates(manifest.tasks, copies.tasks),
  };
  return {
    frameworkId,
    scope,
    summary: {
      ...countsOf(requirements),
      reusedControlCount: manifest.controls.length - addedTemplates.controls.length,
      addedControlCount: addedTemplates.controls.length,
      addedPolicyCount: addedTemplates.policies.length,
      addedTaskCount: addedTemplates.tasks.length,
    },
    requirements,
    addedControls: addedTemplates.controls,
    addedPolicies: addedTemplates.policies,
    addedTasks: addedTemplates.tasks,
  };
}
