/** Applies the fields of a request to a draft, and validates them. */
import type { components } from '#generated/api';
import { findInstance, frameworkNameOf } from '#domain/frameworks/instances';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid } from '#platform/refusals/refusal';
import type { Fields } from '../queries/fields.ts';
import { findSignatory, hasTimeline } from '../queries/people.ts';
import { validateOrder } from '../rules/dates.ts';
import { placeholderValuesOf, fillDraftPlaceholders } from '../rules/placeholders.ts';

type Update = components['schemas']['EngagementLetterUpdate'];

/** @returns the draft with the fields of the update. Optional texts are trimmed, and blank texts become null */
export function withUpdate(draft: Fields, update: Update): Fields {
  const mergedFields = { ...draft, ...withoutUndefined(update) };
  const trimToNull = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());
  return {
    ...mergedFields,
    auditorAddress: trimToNull(mergedFields.auditorAddress),
    organizationAddress: trimToNull(mergedFields.organizationAddress),
    criteria: trimToNull(mergedFields.criteria),
    organizationResponsibilities: trimToNull(mergedFields.organizationResponsibilities),
    auditorResponsibilities: trimToNull(mergedFields.auditorResponsibilities),
    independenceStatement: trimToNull(mergedFields.independenceStatement),
    confidentialityTerms: trimToNull(mergedFields.confidentialityTerms),
    otherTerms: trimToNull(mergedFields.otherTerms),
    governingLaw: trimToNull(mergedFields.governingLaw),
  };
}

/** Removes undefined fields, so that fields that were not sent keep their value. */
function withoutUndefined<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const definedFields: { [Name in keyof T]?: Exclude<T[Name], undefined> } = {};
  for (const name in fields) {
    const value = fields[name];
    if (isDefined(value)) definedFields[name] = value;
  }
  return definedFields;
}
const isDefined = <V>(value: V): value is Exclude<V, undefined> => value !== undefined;

/** @returns the draft with as many placeholders filled as possible, or a validation error */
export async function validateDraft(db: OrganizationDatabase, reader: Reader, draft: Fields, before?: Fields) {
  const hasChanged = (field: keyof Fields) => draft[field] !== null && draft[field] !== before?.[field];
  const { frameworkInstanceId, timelineInstanceId, organizationSignatoryMemberId, auditorMemberId } = draft;
  const [framework, timeline, signatory, auditor] = await Promise.all([
    frameworkInstanceId === null ? undefined : findInstance(db, frameworkInstanceId),
    timelineInstanceId === null || !hasChanged('timelineInstanceId') || hasTimeline(db, timelineInstanceId),
    organizationSignatoryMemberId === null ||
      !hasChanged('organizationSignatoryMemberId') ||
      findSignatory(db, 'organization', organizationSignatoryMemberId),
    auditorMemberId === null || !hasChanged('auditorMemberId') || findSignatory(db, 'auditor', auditorMemberId),
  ]);
  const mayReadFrameworks = mayRead(reader, 'framework');
  const errors = {
    ...validateOrder(draft),
    ...(frameworkInstanceId !== null &&
      (!framework || (hasChanged('frameworkInstanceId') && !mayReadFrameworks)) && {
        frameworkInstanceId: fieldErrors.unknownReference('framework', 'an adopted framework of the organization'),
      }),
    ...((!timeline || (hasChanged('timelineInstanceId') && !mayReadFrameworks)) && {
      timelineInstanceId: fieldErrors.unknownReference('timeline'),
    }),
    ...(!signatory && { organizationSignatoryMemberId: fieldErrors.unknownReference('member', 'an active owner or admin') }),
    ...(!auditor && { auditorMemberId: fieldErrors.unknownReference('member', 'an active auditor') }),
  };
  if (Object.keys(errors).length) return invalid(errors);
  return fillDraftPlaceholders(draft, placeholderValuesOf(draft, framework ? frameworkNameOf(framework) : null));
}
