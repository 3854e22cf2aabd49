/** Decides who may submit forms, and on whose behalf. */
import type { OrganizationContext } from '#platform/context';
import type { FormDefinition } from '#domain/evidence-forms/definition';
import { findActingMember, inactiveMember } from '#platform/identity/acting-member';
import { invalid, refusal } from '#platform/refusals/refusal';
import { findFormSwitches } from '../queries/settings.ts';
import { formNotInPortal, formSwitchedOff } from '../refusals.ts';
import { isSwitchedOff, maySubmit } from '../rules/forms.ts';

/**
 * @param userId the user on whose behalf an API key submits
 * @returns the active member who submits. Returns a refusal if the user is not active, or if an API key of a restricted member names
 * another member (evidence-forms, rule 15).
 */
export async function requireSubmitter({ actor, db }: Pick<OrganizationContext, 'actor' | 'db'>, userId: string | undefined) {
  const submitter = await findActingMember(db, actor, userId);
  if (!submitter) return invalid({ userId: inactiveMember });
  return actor.restrictedTo === undefined || actor.restrictedTo === submitter.id ? submitter : refusal('record_hidden');
}

/** @returns a refusal if the actor may not submit the form or upload its files; otherwise undefined (evidence-forms, rules 11 and 13) */
export async function checkMaySubmit({ actor, db }: Pick<OrganizationContext, 'actor' | 'db'>, form: FormDefinition) {
  if (!maySubmit(actor.permissions, form)) return formNotInPortal();
  return isSwitchedOff(form.type, await findFormSwitches(db)) ? formSwitchedOff() : undefined;
}
