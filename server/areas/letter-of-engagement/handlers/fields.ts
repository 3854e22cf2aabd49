/** What a request makes of the fields of a draft, and whether they fit. */
import type { components } from '../../../../generated/api.d.ts';
import { findInstance, nameOf } from '../../../domain/frameworks/instances.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import type { Fields } from '../queries/fields.ts';
import { findSignatory, hasTimeline } from '../queries/people.ts';
import { disorderIn } from '../rules/dates.ts';
import { valuesOf, withValues } from '../rules/placeholders.ts';

type Update = components['schemas']['EngagementLetterUpdate'];

/** @returns the draft with what was sent of it, trimmed; a blank text that may be missing is missing */
export function withSent(draft: Fields, sent: Update): Fields {
  const merged = { ...draft, ...definedIn(sent) };
  const orNull = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());
  return {
    ...merged,
    title: merged.title.trim(),
    auditorFirm: merged.auditorFirm.trim(),
    auditorContactName: merged.auditorContactName.trim(),
    auditorContactEmail: merged.auditorContactEmail.toLowerCase(),
    organizationLegalName: merged.organizationLegalName.trim(),
    auditorAddress: orNull(merged.auditorAddress),
    organizationAddress: orNull(merged.organizationAddress),
    criteria: orNull(merged.criteria),
    organizationResponsibilities: orNull(merged.organizationResponsibilities),
    auditorResponsibilities: orNull(merged.auditorResponsibilities),
    independenceStatement: orNull(merged.independenceStatement),
    confidentialityTerms: orNull(merged.confidentialityTerms),
    otherTerms: orNull(merged.otherTerms),
    governingLaw: orNull(merged.governingLaw),
    deliverables: merged.deliverables.map((one) => one.trim()),
  };
}

/** What is not sent stays. */
function definedIn<T extends object>(sent: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const defined: { [Name in keyof T]?: Exclude<T[Name], undefined> } = {};
  for (const name in sent) {
    const value = sent[name];
    if (isDefined(value)) defined[name] = value;
  }
  return defined;
}
const isDefined = <V>(value: V): value is Exclude<V, undefined> => value !== undefined;

/** @returns the draft with its placeholders filled as far as possible, or the refusal of a field that does not fit */
export async function checked(db: OrganizationDatabase, draft: Fields, before?: Fields) {
  const changed = (field: keyof Fields) => draft[field] !== null && draft[field] !== before?.[field];
  const { frameworkInstanceId, timelineInstanceId, organizationSignatoryMemberId, auditorMemberId } = draft;
  const [framework, timeline, signatory, auditor] = await Promise.all([
    frameworkInstanceId === null ? undefined : findInstance(db, frameworkInstanceId),
    timelineInstanceId === null || !changed('timelineInstanceId') || hasTimeline(db, timelineInstanceId),
    organizationSignatoryMemberId === null ||
      !changed('organizationSignatoryMemberId') ||
      findSignatory(db, 'organization', organizationSignatoryMemberId),
    auditorMemberId === null || !changed('auditorMemberId') || findSignatory(db, 'auditor', auditorMemberId),
  ]);
  const faults = {
    ...disorderIn(draft),
    ...(frameworkInstanceId !== null && !framework && { frameworkInstanceId: 'must be an adopted framework of the organization' }),
    ...(!timeline && { timelineInstanceId: 'must be a timeline of the organization' }),
    ...(!signatory && { organizationSignatoryMemberId: 'must be an active owner or admin' }),
    ...(!auditor && { auditorMemberId: 'must be an active auditor' }),
  };
  if (Object.keys(faults).length) return invalid(faults);
  return withValues(draft, valuesOf(draft, framework ? nameOf(framework) : null));
}
