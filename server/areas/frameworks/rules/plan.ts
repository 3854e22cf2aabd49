/**
 * What going from one version to another does to the organization's own records (spec/areas/frameworks, rule 18). The preview shows it, the
 * update does it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Manifest, ManifestControl, ManifestPolicy, ManifestTask } from '../../../domain/catalogue/manifest.ts';
import { filledThen } from '../../../domain/policy-texts/former.ts';
import type { ControlCopy, Copies, PolicyCopy, TaskCopy } from '../queries/copies.ts';
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
 * @param versions what is in scope of them
 * @param copies the organization's own by template
 * @param users versions, whether in scope or not, that keep in use what they hold
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
    // What somebody has deleted is not brought back.
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

/** Of a text that was filled, what it was filled with counts, not what is known by now. */
function isUntouchedPolicy(copy: PolicyCopy, template: ManifestPolicy): boolean {
  const text = copy.filling ? filledThen(template.content, copy.filling) : template.content;
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
