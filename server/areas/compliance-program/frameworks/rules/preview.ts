/** Builds the preview of a framework update. */
import type { components } from '#generated/api';
import type { Manifest, ManifestPolicy } from '#domain/catalogue/manifest';
import type { PolicyCopy, TaskCopy } from './copies.ts';
import type { Edge } from './edges.ts';
import { hasNewText, type KindPlan, type Plan } from './plan.ts';
import type { Version } from './version.ts';
import { toVersionName, withoutLinks } from './brief.ts';

type Schemas = components['schemas'];

/** Converts a plan to the preview of an update. */
export function toUpdatePreview(
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
  const mapDiff = <E extends Edge, Mapped>(
    { added, removed }: { readonly added: readonly E[]; readonly removed: readonly E[] },
    mapEdge: (edge: E) => Mapped,
  ) => ({ added: added.map(mapEdge), removed: removed.map(mapEdge) });
  return {
    fromVersion: toVersionName(versions.from),
    toVersion: toVersionName(versions.to),
    releaseNotes: versions.to.releaseNotes,
    controls: previewKind(controls, (template) => template, withoutLinks),
    tasks: previewKind(tasks, (template) => template, taskOf),
    policies: previewPolicies(policies),
    requirements: {
      added: [...diff.requirements.added],
      removed: [...diff.requirements.removed],
      updated: diff.requirements.updated.map(({ from, to }) => ({ from, to })),
    },
    edges: {
      controlPolicy: mapDiff(diff.edges.policies, ({ control, to }) => ({ controlName: nameOf(control), policyName: nameOf(to) })),
      controlTask: mapDiff(diff.edges.tasks, ({ control, to }) => ({ controlName: nameOf(control), taskName: nameOf(to) })),
      controlRequirement: mapDiff(diff.edges.requirements, ({ control, to }) => ({
        controlName: nameOf(control),
        requirementIdentifier: requirements.get(to)?.identifier ?? '',
        requirementName: requirements.get(to)?.name ?? '',
      })),
      controlDocumentType: mapDiff(diff.edges.forms, ({ control, to }) => ({ controlName: nameOf(control), formType: to })),
    },
  };
}

function previewKind<T, C extends { readonly id: string }, Template, Mapped>(
  { added, archived, applied, preserved }: KindPlan<T, C>,
  showTemplate: (template: T) => Template,
  showCopy: (copy: C) => Mapped,
) {
  const previewChange = ({ copy, from, to }: KindPlan<T, C>['applied'][number]) => ({
    instance: showCopy(copy),
    manifestFrom: showTemplate(from),
    manifestTo: showTemplate(to),
  });
  return {
    added: added.map(({ template }) => showTemplate(template)),
    archived: archived.map(({ template, copy }) => ({ instanceId: copy.id, manifest: showTemplate(template) })),
    updatedApplied: applied.map(previewChange),
    updatedPreserved: preserved.map(previewChange),
  };
}

/** Previews policies without their texts, which would make the response too long. */
function previewPolicies(plan: Plan['policies']): Schemas['UpdatePreviewPolicies'] {
  const previewChange = ({ copy, from, to }: Plan['policies']['applied'][number]) => ({
    instance: policyOf(copy),
    manifestFrom: templateOf(from),
    manifestTo: templateOf(to),
    isTextChanged: hasNewText({ from, to }),
  });
  return {
    ...previewKind(plan, templateOf, policyOf),
    updatedApplied: plan.applied.map(previewChange),
    updatedPreserved: plan.preserved.map(previewChange),
    draftAddedForPublished: plan.drafts.map(({ copy, to }) => ({ instance: policyOf(copy), manifestTo: templateOf(to) })),
  };
}

function templateOf({ id, name, description, frequency, department }: ManifestPolicy): Schemas['ManifestPolicy'] {
  return { id, name, description, frequency, department };
}

function taskOf({ id, title, description, frequency, department, status }: TaskCopy): Schemas['UpdatePreviewTask'] {
  return { id, title, description, frequency, department, status };
}

function policyOf({ id, name, description, frequency, department, status }: PolicyCopy): Schemas['UpdatePreviewPolicy'] {
  return { id, name, description, frequency, department, status };
}
