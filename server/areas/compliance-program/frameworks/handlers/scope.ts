/** Sets the parts of a framework that are in scope (frameworks, rule 28). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { findInstance, type Instance } from '#domain/frameworks/instances';
import { lockFrameworks } from '#domain/frameworks/lock';
import { filterReadable } from '#domain/access/records/readable';
import type { OrganizationDatabase } from '#platform/database/handle';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { listAdoptable, replaceScope } from '../queries/adoption.ts';
import { previewScope } from '../queries/scope-preview.ts';
import { instanceNotFound } from '../refusals.ts';
import { inPartOrder, validateScope } from '../rules/scope.ts';

export const scope = {
  async previewFrameworkScope({ path, query, db, actor }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const chosen = scopeOf(instance, query.scope);
    if (isRefusal(chosen)) return chosen;
    const preview = await previewScope(db, instance, chosen, new Date());
    const { controls, policies, tasks } = preview.orphaned;
    const orphaned = {
      controls: await filterReadable(db, actor, 'control', controls),
      policies: await filterReadable(db, actor, 'policy', policies),
      tasks: await filterReadable(db, actor, 'task', tasks),
    };
    return { status: 200, body: { ...preview, orphaned } };
  },

  async replaceFrameworkScope({ path, body, db, actor, audit }) {
    await lockFrameworks(db);
    const before = await findInstance(db, path.id);
    if (!before) return instanceNotFound();
    const chosen = scopeOf(before, body.scope);
    if (isRefusal(chosen)) return chosen;
    if (chosen.join() !== before.scope?.join()) await replaceScope(db, before, chosen, authorOf(actor));
    const after = await findInstance(db, path.id);
    if (!after) throw new Error('the framework was not found');
    audit.changed(before, after, { description: 'Changed the scope of the framework', fields: ['scope'] });
    return { status: 200, body: after };
  },
} satisfies Partial<Handlers<'frameworks'>>;

/** @returns the chosen parts in the order of the framework, or a refusal */
function scopeOf({ framework, scope: current }: Instance, chosen: readonly string[]) {
  if (!framework || current === null) return refusal('framework_without_parts');
  const fault = validateScope(framework.parts, chosen);
  return fault === undefined ? inPartOrder(framework.parts, chosen) : invalid({ scope: fault });
}

type Choice = components['schemas']['FrameworkScopeChoice'];

/** @returns the scopes of the frameworks to adopt by framework, or validation errors */
export async function validateScopes(db: OrganizationDatabase, frameworkIds: readonly string[], choices: readonly Choice[]) {
  if (!choices.length) return new Map<string, string[]>();
  const platform = new Map((await listAdoptable(db, frameworkIds)).map(({ id, parts }) => [id, parts]));
  const faults = choices.flatMap(({ frameworkId, scope: chosen }, index): [string, string][] => {
    const at = `frameworkScopes.${index}`;
    if (!frameworkIds.includes(frameworkId)) return [[`${at}.frameworkId`, 'must be one of frameworkIds']];
    if (choices.findIndex((other) => other.frameworkId === frameworkId) !== index)
      return [[`${at}.frameworkId`, 'must not be named twice']];
    const fault = validateScope(platform.get(frameworkId) ?? [], chosen);
    return fault === undefined ? [] : [[`${at}.scope`, fault]];
  });
  if (faults.length) return invalid(Object.fromEntries(faults));
  return new Map(choices.map(({ frameworkId, scope: chosen }) => [frameworkId, inPartOrder(platform.get(frameworkId) ?? [], chosen)]));
}
