/** Which parts of a framework count (spec/areas/frameworks, rule 28). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { findInstance, type Instance } from '../../../domain/frameworks/instances.ts';
import { lockFrameworks } from '../../../domain/frameworks/lock.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { listPlatform, replaceScope } from '../queries/adoption.ts';
import { previewScope } from '../queries/scope-preview.ts';
import { instanceNotFound } from '../refusals.ts';
import { inPartOrder, scopeFault } from '../rules/scope.ts';

export const scope = {
  async previewFrameworkScope({ path, query, db }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const chosen = scopeOf(instance, query.scope);
    return isRefusal(chosen) ? chosen : { status: 200, body: await previewScope(db, instance, chosen, new Date()) };
  },

  async replaceFrameworkScope({ path, body, db, actor, audit }) {
    await lockFrameworks(db);
    const before = await findInstance(db, path.id);
    if (!before) return instanceNotFound();
    const chosen = scopeOf(before, body.scope);
    if (isRefusal(chosen)) return chosen;
    if (chosen.join() !== before.scope?.join()) await replaceScope(db, before, chosen, actor.memberId ?? null);
    const after = await findInstance(db, path.id);
    if (!after) throw new Error('the framework is gone');
    audit.changed(before, after, { description: 'Changed the scope of the framework', fields: ['scope'] });
    return { status: 200, body: after };
  },
} satisfies Partial<Handlers<'frameworks'>>;

/** @returns the chosen parts in the order of the framework, or why they cannot be chosen */
function scopeOf({ framework, scope: current }: Instance, chosen: readonly string[]) {
  if (!framework || current === null) return refusal('framework_without_parts');
  const fault = scopeFault(framework.parts, chosen);
  return fault === undefined ? inPartOrder(framework.parts, chosen) : invalid({ scope: fault });
}

type Choice = components['schemas']['FrameworkScopeChoice'];

/** @returns the scopes to adopt frameworks with, by framework, or what is wrong with them */
export async function chosenScopes(db: OrganizationDatabase, frameworkIds: readonly string[], choices: readonly Choice[]) {
  if (!choices.length) return new Map<string, string[]>();
  const platform = new Map((await listPlatform(db, frameworkIds)).map(({ id, parts }) => [id, parts]));
  const faults = choices.flatMap(({ frameworkId, scope: chosen }, index): [string, string][] => {
    const at = `frameworkScopes.${index}`;
    if (!frameworkIds.includes(frameworkId)) return [[`${at}.frameworkId`, 'must be one of frameworkIds']];
    if (choices.findIndex((other) => other.frameworkId === frameworkId) !== index)
      return [[`${at}.frameworkId`, 'must not be named twice']];
    const fault = scopeFault(platform.get(frameworkId) ?? [], chosen);
    return fault === undefined ? [] : [[`${at}.scope`, fault]];
  });
  if (faults.length) return invalid(Object.fromEntries(faults));
  return new Map(choices.map(({ frameworkId, scope: chosen }) => [frameworkId, inPartOrder(platform.get(frameworkId) ?? [], chosen)]));
}
