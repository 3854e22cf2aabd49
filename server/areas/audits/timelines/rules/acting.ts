/** The actor and time of changes, and their audit entries. */
import type { Audit } from '#platform/audit/audit';
import type { Actor } from '#platform/identity/actor';
import { authorOf } from '#platform/identity/author';
import type { Action } from './actions.ts';
import type { ActionContext } from './timeline.ts';

/** Returns the time and the acting user for the changes of a request. */
export function actionContextOf(actor: Actor): ActionContext {
  return { now: new Date().toISOString(), by: authorOf(actor) };
}

/** Adds an audit entry for each action. */
export function logActions(audit: Audit, actions: readonly Action[]): void {
  for (const { description, ...details } of actions) audit.performed(description, details);
}
