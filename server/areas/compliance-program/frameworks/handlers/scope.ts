/** Changes which parts of a framework are in scope (frameworks, rule 28). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { findInstance, type Instance } from '#domain/frameworks/instances';
import { lockFrameworks, lockInstanceRow } from '#domain/frameworks/lock';
import { filterReadable } from '#domain/access/records/readable';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Place } from '#platform/refusals/details';
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { replaceScope } from '../steps/adoption.ts';
import { listAdoptable } from '../queries/adoptable.ts';
import { previewScope } from '../steps/scope-preview.ts';
import { instanceNotFound } from '../refusals.ts';
import { inPartOrder, validateScope } from '../rules/scope.ts';

export const scopeHandlers = {
  async previewFrameworkScope({ path, query, db, actor }) {
    const instance = await findInstance(db, path.id);
    if (!instance) return instanceNotFound();
    const chosenParts = scopeOf(instance, query.scope, 'query');
    if (isRefusal(chosenParts)) return chosenParts;
    const preview = await previewScope(db, instance, chosenParts, new Date());
    const { controls, policies, tasks } = preview.orphaned;
    const orphaned = {
      controls: await filterReadable(db, actor, 'control', controls),
      policies: await filterReadable(db, actor, 'policy', policies),
      tasks: await filterReadable(db, actor, 'task', tasks),
    };
    return { status: 200, body: { ...preview, orphaned } };
  },

  async replaceFrameworkScope({ path, body, db, actor, audit, requireVersion }) {
    await lockFrameworks(db);
    await lockInstanceRow(db, path.id);
    const before = await findInstance(db, path.id);
    if (!before) return instanceNotFound();
    requireVersion(before);
    const chosenParts = scopeOf(before, body.scope, 'body');
    if (isRefusal(chosenParts)) return chosenParts;
    if (chosenParts.join() !== before.scope?.join()) await replaceScope(db, before, chosenParts, authorOf(actor));
    const after = await findInstance(db, path.id);
    if (!after) throw new Error('the framework was not found');
    audit.changed(before, after, { description: 'Changed the scope of the framework', fields: ['scope'] });
    return { status: 200, body: after };
  },
} satisfies Partial<Handlers<'frameworks'>>;

/** @returns the chosen parts in the order of the framework, or an error response if the choice is invalid */
function scopeOf({ framework, scope: currentScope }: Instance, chosenParts: readonly string[], place: Place) {
  if (!framework || currentScope === null) return refusal('framework_without_parts');
  const scopeError = validateScope(framework.parts, chosenParts);
  return scopeError === undefined ? inPartOrder(framework.parts, chosenParts) : invalid({ scope: scopeError }, place);
}

type Choice = components['schemas']['FrameworkScopeChoice'];

/** @returns the scopes by framework id, or an error response if a choice is invalid */
export async function validateScopes(db: OrganizationDatabase, frameworkIds: readonly string[], choices: readonly Choice[]) {
  if (!choices.length) return new Map<string, string[]>();
  const partsByFramework = new Map((await listAdoptable(db, frameworkIds)).map(({ id, parts }) => [id, parts]));
  const errors = choices.flatMap(({ frameworkId, scope: chosenParts }, index): [string, FieldError][] => {
    const field = `frameworkScopes.${index}`;
    if (!frameworkIds.includes(frameworkId)) return [[`${field}.frameworkId`, fieldErrors.notAllowed('must be one of frameworkIds')]];
    if (choices.findIndex((other) => other.frameworkId === frameworkId) !== index)
      return [[`${field}.frameworkId`, fieldErrors.duplicate('must not be named twice')]];
    const scopeError = validateScope(partsByFramework.get(frameworkId) ?? [], chosenParts);
    return scopeError === undefined ? [] : [[`${field}.scope`, scopeError]];
  });
  if (errors.length) return invalid(Object.fromEntries(errors));
  return new Map(
    choices.map(({ frameworkId, scope: chosenParts }) => [frameworkId, inPartOrder(partsByFramework.get(frameworkId) ?? [], chosenParts)]),
  );
}
