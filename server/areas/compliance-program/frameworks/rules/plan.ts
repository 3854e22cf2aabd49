/** Plans the effects of a new version on the records of the organization (frameworks, rule 18), for the preview as well as the update. */
import { isDeepStrictEqual } from 'node:util';
import type { Manifest, ManifestControl, ManifestPolicy, ManifestTask } from '#domain/catalogue/manifest';
import { fillByStoredRules } from '#domain/policies/texts/earlier-rules';
import type { ControlCopy, Copies, PolicyCopy, TaskCopy } from './copies.ts';
import { type Diff, diffOf, type ItemDiff, type Versions } from './diff.ts';

interface Overwriting<T, C> {
  readonly copy: C;
  readonly from: T;
  readonly to: T;
}
export interface KindPlan<T, C> {
  readonly added: readonly { readonly template: T; readonly copy: C | undefined }[];
  readonly archived: readonly { readonly template: T; readonly copy: C }[];
  readonly applied: readonly Overwriting<T, C>[];
  readonly preserved: readonly Overwriting<T, C>[];
}
export interface Plan {
  readonly diff: Diff;
  readonly controls: KindPlan<ManifestControl, ControlCopy>;
  readonly policies: KindPlan<ManifestPolicy, PolicyCopy> & { readonly drafts: readonly Overwriting<ManifestPolicy, PolicyCopy>[] };
  readonly tasks: KindPlan<ManifestTask, TaskCopy>;
}

/**
 * @param versions versions limited to their scope
 * @param copies copies of the organization by template
 * @param users manifests, in scope or not, that keep their records in use
 */
export function planOf(versions: Versions, copies: Copies, users: readonly Manifest[]): Plan {
  const diff = diffOf(versions);
  const needed = new Set(users.flatMap(({ controls, policies, tasks }) => [...controls, ...policies, ...tasks].map(({ id }) => id)));
  const policies = planKind(diff.policies, copies.policies, needed, isUntouchedPolicy);
  const inForce = ({ copy }: { readonly copy: PolicyCopy }) => copy.status !== 'draft';
  const changed = [...policies.applied, ...policies.preserved];
  return {
    diff,
    controls: planKind(
      diff.controls,
      copies.controls,
      needed,
      (copy, template) => copy.name === template.name && copy.description === template.description,
    ),
    tasks: planKind(
      diff.tasks,
      copies.tasks,
      needed,
      (copy, template) =>
        copy.title === template.name &&
        copy.description === template.description &&
        copy.frequency === template.frequency &&
        copy.department === template.department,
    ),
    policies: {
      ...policies,
      applied: policies.applied.filter((one) => !inForce(one)),
      preserved: changed.filter((one) => (inForce(one) ? !hasNewText(one) : policies.preserved.includes(one))),
      drafts: changed.filter((one) => inForce(one) && hasNewText(one)),
    },
  };
}

function planKind<T extends { readonly id: string }, C extends { readonly archivedAt: string | null }>(
  { added, removed, updated }: ItemDiff<T>,
  copies: ReadonlyMap<string, C>,
  needed: ReadonlySet<string>,
  isUntouched: (copy: C, template: T) => boolean,
): KindPlan<T, C> {
  const changed = updated.flatMap(({ from, to }) => {
    const copy = copies.get(from.id);
    // Copies that users have deleted are not restored.
    return copy ? [{ copy, from, to }] : [];
  });
  return {
    added: added.map((template) => ({ template, copy: copies.get(template.id) })),
    archived: removed.flatMap((template) => {
      const copy = copies.get(template.id);
      return copy && copy.archivedAt === null && !needed.has(template.id) ? [{ template, copy }] : [];
    }),
    applied: changed.filter(({ copy, from }) => isUntouched(copy, from)),
    preserved: changed.filter(({ copy, from }) => !isUntouched(copy, from)),
  };
}

/** A filled text is compared with its template filled with the values of that time, not with the current ones. */
function isUntouchedPolicy(copy: PolicyCopy, template: ManifestPolicy): boolean {
  const text = copy.filling ? fillByStoredRules(template.content, copy.filling) : template.content;
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
