import type { OrganizationContext } from '../../../platform/context.ts';
import type { FormDefinition } from '../../../domain/evidence-forms/definition.ts';
import { findActingMember, notActive } from '../../../platform/identity/acting-member.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import { findSwitches } from '../queries/settings.ts';
import { notInPortal, switchedOff } from '../refusals.ts';
import { isSwitchedOff, maySubmit } from '../rules/forms.ts';

/**
 * @param userId that an API key names @returns the active member who submits, or why there is none: a key of a restricted member acts for that
 * member alone (spec/areas/evidence-forms, rule 15)
 */
export async function submitterOf({ actor, db }: Pick<OrganizationContext, 'actor' | 'db'>, userId: string | undefined) {
  const submitter = await findActingMember(db, actor, userId);
  if (!submitter) return invalid({ userId: notActive });
  return actor.restrictedTo === undefined || actor.restrictedTo === submitter.id ? submitter : refusal('missing_permission');
}

/** @returns why the actor may not submit a form, or upload a file for it; undefined when the actor may (spec/areas/evidence-forms, rules 11 and 13) */
export async function refusalOf({ actor, db }: Pick<OrganizationContext, 'actor' | 'db'>, form: FormDefinition) {
  if (!maySubmit(actor.permissions, form)) return notInPortal();
  return isSwitchedOff(form.type, await findSwitches(db)) ? switchedOff() : undefined;
}
