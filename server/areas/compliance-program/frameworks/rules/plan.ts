/** Plans how a new version changes the records of the organization (frameworks, rule 18). The preview and the update use the same plan. */
import { isDeepStrictEqual } from 'node:util';
import type { Manifest, ManifestControl, ManifestPolicy, ManifestTask } from '#domain/catalogue/manifest';
import { fillByStoredVersion } from '#domain/policies/texts/earlier-rules';
import type { ControlCopy, Copies, PolicyCopy, TaskCopy } from './copies.ts';
import { type Diff, compareVersions, type ItemDiff, type Versions } from './diff.ts';

interface Overwrite<T, C> {
  readonly copy: C;
  readonly from: T;
  readonly to: T;
}
/** The planned changes of records of one kind. Copies in `applied` get the new texts, copies in `preserved` keep their own texts. */
export interface KindPlan<T, C> {
  readonly added: readonly { readonly template: T; readonly copy: C | undefined }[];
  readonly archived: readonly { readonly template: T; readonly copy: C }[];
  readonly applied: readonly Overwrite<T, C>[];
  readonly preserved: readonly Overwrite<T, C>[];
}
export interface Plan {
  readonly diff: Diff;
  readonly controls: KindPlan<ManifestControl, ControlCopy>;
  readonly policies: KindPlan<ManifestPolicy, PolicyCopy> & { readonly drafts: readonly Overwrite<ManifestPolicy, PolicyCopy>[] };
  readonly tasks: KindPlan<ManifestTask, TaskCopy>;
}

/**
 * Plans an update.
 * @param copies the organization's copies of templates
 * @param manifests the complete manifests of the other adopted frameworks and of the new version; their records are not archived
 */
export function planUpdate(versions: Versions, copies: Copies, manifests: readonly Manifest[]): Plan {
  const diff = compareVersions(versions);
  const usedIds = new Set(manifests.flatMap(({ controls, policies, tasks }) => [...controls, ...policies, ...tasks].map(({ id }) => id)));
  const policies = planKind(diff.policies, copies.policies, usedIds, isUntouchedPolicy);
  const isInForce = ({ copy }: { readonly copy: PolicyCopy }) => copy.status !== 'draft';
  const changedPolicies = [...policies.applied, ...policies.preserved];
  return {
    diff,
    controls: planKind(
      diff.controls,
      copies.controls,
      usedIds,
      (copy, template) => copy.name === template.name && copy.description === template.description,
    ),
    tasks: planKind(
      diff.tasks,
      copies.tasks,
      usedIds,
      (copy, template) =>
        copy.title === template.name &&
        copy.description === template.description &&
        copy.frequency === template.frequency &&
        copy.department === template.department,
    ),
    policies: {
      ...policies,
      applied: policies.applied.filter((policyPlan) => !isInForce(policyPlan)),
      preserved: changedPolicies.filter((policyPlan) =>
        isInForce(policyPlan) ? !hasNewText(policyPlan) : policies.preserved.includes(policyPlan),
      ),
      drafts: changedPolicies.filter((policyPlan) => isInForce(policyPlan) && hasNewText(policyPlan)),
    },
  };
}

function planKind<T extends { readonly id: string }, C extends { readonly archivedAt: string | null }>(
  { added, removed, updated }: ItemDiff<T>,
  copies: ReadonlyMap<string, C>,
  usedIds: ReadonlySet<string>,
  isUntouched: (copy: C, template: T) => boolean,
): KindPlan<T, C> {
  const changedCopies = updated.flatMap(({ from, to }) => {
    const copy = copies.get(from.id);
    // Copies that users have deleted are not restored.
    return copy ? [{ copy, from, to }] : [];
  });
  return {
    added: added.map((template) => ({ template, copy: copies.get(template.id) })),
    archived: removed.flatMap((template) => {
      const copy = copies.get(template.id);
      return copy && copy.archivedAt === null && !usedIds.has(template.id) ? [{ template, copy }] : [];
    }),
    applied: changedCopies.filter(({ copy, from }) => isUntouched(copy, from)),
    preserved: changedCopies.filter(({ copy, from }) => !isUntouched(copy, from)),
  };
}

/** Returns whether users left the policy unchanged. Its text is compared with the template filled with the values stored in the policy. */
function isUntouchedPolicy(copy: PolicyCopy, template: ManifestPolicy): boolean {
  const text = copy.filling ? fillByStoredVersion(template.content, copy.filling) : template.content;
  return (
    copy.name === template.name &&
    copy.description === template.description &&
    copy.frequency === template.frequency &&
    copy.department === template.department &&
    isDeepStrictEqual(copy.content, text) &&
    isDeepStrictEqual(copy.draftContent, text)
  );
}

/** @returns whether the text of the policy differs between the versions */
export function hasNewText({ from, to }: { readonly from: ManifestPolicy; readonly to: ManifestPolicy }): boolean {
  return !isDeepStrictEqual(from.content, to.content);
}
