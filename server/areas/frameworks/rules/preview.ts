import type { components } from '../../../../generated/api.d.ts';
import type { Manifest } from '../../../domain/catalogue/manifest.ts';
import type { PolicyCopy, TaskCopy } from '../queries/copies.ts';
import type { Edge } from './edges.ts';
import type { KindPlan, Plan } from './plan.ts';
import type { Version } from '../queries/versions.ts';
import { brief, plainControl } from './brief.ts';

type Schemas = components['schemas'];

/** The plan of an update, as it is shown before the decision. */
export function previewOf(
  { diff, controls, policies, tasks }: Plan,
  versions: { readonly from: Version; readonly to: Version },
  manifests: { readonly from: Manifest; readonly to: Manifest },
): Schemas['UpdatePreview'] {
  const names = new Map(
    [manifests.from, manifests.to].flatMap((manifest) =>
      [...manifest.controls, ...manifest.policies, ...manifest.tasks].map(({ id, name }) => [id, name]),
    ),
  );
  const nameOf = (id: string) => names.get(id) ?? '';
  const requirements = new Map(
    [...manifests.from.requirements, ...manifests.to.requirements].map((requirement) => [requirement.id, requirement]),
  );
  const both = <E extends Edge, Shown>(
    { added, removed }: { readonly added: readonly E[]; readonly removed: readonly E[] },
    show: (edge: E) => Shown,
  ) => ({ added: added.map(show), removed: removed.map(show) });
  return {
    fromVersion: brief(versions.from),
    toVersion: brief(versions.to),
    releaseNotes: versions.to.releaseNotes,
    controls: kindOf(controls, plainControl),
    tasks: kindOf(tasks, taskOf),
    policies: {
      ...kindOf(policies, policyOf),
      draftAddedForPublished: policies.drafts.map(({ copy, to }) => ({ instance: policyOf(copy), manifestTo: to })),
    },
    requirements: {
      added: [...diff.requirements.added],
      removed: [...diff.requirements.removed],
      updated: diff.requirements.updated.map(({ from, to }) => ({ from, to })),
    },
    edges: {
      controlPolicy: both(diff.edges.policies, ({ control, to }) => ({ controlName: nameOf(control), policyName: nameOf(to) })),
      controlTask: both(diff.edges.tasks, ({ control, to }) => ({ controlName: nameOf(control), taskName: nameOf(to) })),
      controlRequirement: both(diff.edges.requirements, ({ control, to }) => ({
        controlName: nameOf(control),
        requirementIdentifier: requirements.get(to)?.identifier ?? '',
        requirementName: requirements.get(to)?.name ?? '',
      })),
      controlDocumentType: both(diff.edges.forms, ({ control, to }) => ({ controlName: nameOf(control), formType: to })),
    },
  };
}

function kindOf<T, C extends { readonly id: string }, Shown>(
  { added, archived, applied, preserved }: KindPlan<T, C>,
  show: (copy: C) => Shown,
) {
  const changed = ({ copy, from, to }: KindPlan<T, C>['applied'][number]) => ({ instance: show(copy), manifestFrom: from, manifestTo: to });
  return {
    added: added.map(({ template }) => template),
    archived: archived.map(({ template, copy }) => ({ instanceId: copy.id, manifest: template })),
    updatedApplied: applied.map(changed),
    updatedPreserved: preserved.map(changed),
  };
}

function taskOf({ id, title, description, frequency, department, status }: TaskCopy): Schemas['UpdatePreviewTask'] {
  return { id, title, description, frequency, department, status };
}

function policyOf({ id, name, description, content, frequency, department, status }: PolicyCopy): Schemas['UpdatePreviewPolicy'] {
  return { id, name, description, content, frequency, department, status };
}
