/** Validates references and dates of rows that the contract cannot check: members, other rows and periods. */
import { isParticipant, nonParticipant } from '#domain/people/members/participants';
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { StoredDocument } from '../rules/stored.ts';
import { lockRowOfFramework, findRow, lockRow } from '../queries/rows.ts';
import { findMemberNames } from '../queries/sources.ts';
import { validatePeriod, today } from '../rules/periods.ts';
import { type RegisterName, registers, type RowOf, rowsOf } from '../rules/registers.ts';
import { rowOf, type StoredRow, type RowValues } from '../rules/rows.ts';
import { type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import { isObject } from '#platform/json-object';

type ValidationContext = Pick<OrganizationContext, 'db' | 'ports'>;

/** A change of a row: the row before the change, unless it is new, and the written values. */
export interface Change {
  readonly document: StoredDocument;
  readonly register: RegisterName;
  readonly before?: StoredRow;
  readonly parent?: StoredRow;
  readonly written: RowValues;
}

/** @returns validation errors by field, or undefined */
export async function validateChange(context: ValidationContext, change: Change): Promise<FieldErrors | undefined> {
  return (await checkMembers(context, change)) ?? (await checkLink(context.db, change)) ?? checkPeriod(change) ?? checkDates(change);
}

/** Rejects newly named members who are not active. Members who were named before may have left. */
async function checkMembers({ db, ports }: ValidationContext, { register, before, written }: Change) {
  const [first, second] = register === 'measurements' ? [] : registers[register].members;
  const namedMembers = [
    [first, written.memberId, before?.memberId],
    [second, written.secondMemberId, before?.secondMemberId],
  ] as const;
  for (const [field, id, previousId] of namedMembers)
    if (
      field !== undefined &&
      id !== undefined &&
      id !== null &&
      id !== previousId &&
      !(await isParticipant(db, ports.access.staffEmailDomains, id))
    )
      return { [field]: nonParticipant };
  return undefined;
}

async function checkLink(db: OrganizationDatabase, { document, register, before, parent, written: { linkedId } }: Change) {
  const { link } = registers[register];
  if (!link || linkedId === undefined || linkedId === null || linkedId === before?.linkedId) return undefined;
  if (register === 'requirements')
    return (await lockRowOfFramework(db, document.frameworkId, link.register, linkedId))
      ? undefined
      : { [link.field]: fieldErrors.unknownReference('party', 'a party in the register of the framework') };
  const row = await lockRow(db, link.register, linkedId);
  if (register === 'metrics') return row ? undefined : { [link.field]: fieldErrors.unknownReference('objective') };
  return row && row.parentId === (parent?.id ?? before?.parentId)
    ? undefined
    : { [link.field]: fieldErrors.unknownReference('audit_control', 'a control of the same audit') };
}

function checkPeriod({ register, before, parent, written: { fields } }: Change) {
  const periodStart = fields.periodStart;
  if (register !== 'measurements' || !parent || typeof periodStart !== 'string') return undefined;
  const mistake = validatePeriod(requireMetric(parent), periodStart, today());
  // The metric of an existing measurement cannot change, so the error belongs to the period.
  return mistake && { [before ? 'periodStart' : mistake.field]: mistake.error };
}

function checkDates({ register, before, written: { fields } }: Change) {
  if (register !== 'audits') return undefined;
  const { plannedStartDate: start, plannedEndDate: end } = { ...(isObject(before?.fields) && before.fields), ...fields };
  return typeof start === 'string' && typeof end === 'string' && end < start
    ? { plannedEndDate: fieldErrors.tooEarly('plannedStartDate') }
    : undefined;
}

/** @returns the row as a metric. @throws if the row belongs to another register */
export function requireMetric(row: StoredRow): RowOf<'metrics'> {
  const [metric] = rowsOf([rowOf(row)], 'metrics');
  if (!metric) throw new Error('the row is not a metric');
  return metric;
}

/** Gives a finding without its own label the label of its control (isms, rule 8). */
export async function withControlLabel(db: OrganizationDatabase, { register, before, written }: Change): Promise<RowValues> {
  if (register !== 'audit-findings') return written;
  const linkedId = written.linkedId === undefined ? (before?.linkedId ?? null) : written.linkedId;
  const label = { ...(isObject(before?.fields) && before.fields), ...written.fields }.clauseOrControl ?? null;
  if (linkedId === null || label !== null) return written;
  const control = await findRow(db, 'audit-controls', linkedId);
  const [row] = control ? rowsOf([rowOf(control)], 'audit-controls') : [];
  return row ? { ...written, fields: { ...written.fields, clauseOrControl: row.controlRef } } : written;
}

/** Keeps the names that attendees had when they were entered (isms, rule 8). @returns the written values, or validation errors by field */
export async function withAttendees(
  db: OrganizationDatabase,
  { register, before, written }: Change,
): Promise<{ readonly written: RowValues } | { readonly errors: FieldErrors }> {
  const sentAttendees = written.fields.attendees;
  if (register !== 'reviews' || !Array.isArray(sentAttendees)) return { written };
  const [review] = before ? rowsOf([rowOf(before)], 'reviews') : [];
  const oldNames = new Map((review?.attendees ?? []).map(({ memberId, name }) => [memberId, name]));
  const members = await findMemberNames(db);
  const sentIds = sentAttendees.flatMap((entry: unknown) =>
    isObject(entry) && typeof entry.memberId === 'string' ? [entry.memberId] : [],
  );
  const unknownIndex = sentIds.findIndex((id) => !oldNames.has(id) && !members.has(id));
  if (unknownIndex >= 0) return { errors: { [`attendees.${unknownIndex}.memberId`]: fieldErrors.unknownReference('member') } };
  const attendees = [...new Set(sentIds)].map((memberId) => ({ memberId, name: oldNames.get(memberId) ?? members.get(memberId) ?? '' }));
  return { written: { ...written, fields: { ...written.fields, attendees } } };
}
