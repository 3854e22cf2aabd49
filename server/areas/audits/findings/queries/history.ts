/** Writes and reads the history of a finding, which is stored in the audit log (findings, rule 12). */
import { sql } from 'kysely';
import type { FilterOf } from '#contract/types';
import { anyOf } from '#platform/database/filters';
import type { components } from '#generated/api';
import { changesOnCreate, changesOnDelete } from '#platform/audit/changes';
import type { AuditNote } from '#platform/audit/entry';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { isObject } from '#platform/json-object';

type Schemas = components['schemas'];
type Finding = Schemas['Finding'];
type Entry = Schemas['FindingHistoryEntry'];
/** An audit entry with a description. */
export type AuditEntry = AuditNote & { readonly description: string };

/** @returns the audit entry of a new finding */
export function creationEntry(finding: Finding): AuditEntry {
  return entryOf(finding, 'created', 'Raised a finding', changesOnCreate(auditedFieldsOf(finding)));
}

/** @returns the audit entry of a deleted finding */
export function deletionEntry(finding: Finding): AuditEntry {
  return entryOf(finding, 'deleted', 'Deleted a finding', changesOnDelete(auditedFieldsOf(finding)));
}

/** @returns one audit entry for each change: of the status (with its note) or the note alone, of the type, the severity and the content */
export function changeEntries(before: Finding, after: Finding): AuditEntry[] {
  const entries: AuditEntry[] = [];
  const change = (previous: unknown, current: unknown) => ({ previous, current });
  if (before.status !== after.status)
    entries.push(
      entryOf(
        after,
        'status_changed',
        `Changed the status of the finding from ${before.status} to ${after.status}`,
        {
          status: change(before.status, after.status),
          ...(before.revisionNote !== after.revisionNote && { revisionNote: change(before.revisionNote, after.revisionNote) }),
        },
        {
          previousStatus: before.status,
          newStatus: after.status,
          ...(after.status === 'needs_revision' && { revisionNote: after.revisionNote }),
        },
      ),
    );
  else if (before.revisionNote !== after.revisionNote)
    entries.push(
      entryOf(
        after,
        'updated',
        'Changed the revision note of the finding',
        { revisionNote: change(before.revisionNote, after.revisionNote) },
        { revisionNote: after.revisionNote },
      ),
    );
  if (before.type !== after.type)
    entries.push(
      entryOf(
        after,
        'type_changed',
        `Changed the type of the finding from ${before.type} to ${after.type}`,
        { type: change(before.type, after.type) },
        { previousType: before.type, newType: after.type },
      ),
    );
  if (before.severity !== after.severity)
    entries.push(
      entryOf(
        after,
        'severity_changed',
        `Changed the severity of the finding from ${before.severity} to ${after.severity}`,
        { severity: change(before.severity, after.severity) },
        { previousSeverity: before.severity, newSeverity: after.severity },
      ),
    );
  if (before.content !== after.content)
    entries.push(
      entryOf(
        after,
        'content_updated',
        'Changed the content of the finding',
        { content: change(before.content, after.content) },
        { previousContent: before.content, newContent: after.content },
      ),
    );
  return entries;
}

/** Returns the fields of a finding and the ids of its targets, without the targets that are null. */
function auditedFieldsOf(finding: Finding) {
  const { type, severity, status, content, area, evidenceFormType, taskId, evidenceSubmissionId, policyId, vendorId } = finding;
  const { riskId, memberId, deviceId, templateId } = finding;
  const targets = { area, evidenceFormType, taskId, evidenceSubmissionId, policyId, vendorId, riskId, memberId, deviceId, templateId };
  return { type, severity, status, content, ...Object.fromEntries(Object.entries(targets).filter(([, value]) => value !== null)) };
}

function entryOf(
  { id }: Finding,
  action: Schemas['FindingHistoryData']['action'],
  description: string,
  changes: NonNullable<AuditNote['changes']>,
  details: Omit<Partial<Schemas['FindingHistoryData']>, 'action' | 'findingId'> = {},
): AuditEntry {
  return { entityType: 'finding', entityId: id, description, changes, data: { action, findingId: id, ...details } };
}

/** Filters by `findingId`, because comments on a finding also have audit entries under its id but are not part of its history. */
const historyEntries = PagedList.of((db, param: Params<{ id: string; organizationId: string }>) =>
  db
    .selectFrom('audit_entry')
    .select([...columnsOf('audit_entry', 'id', 'timestamp', 'userId', 'memberId', 'description', 'data'), 'user_snapshot as user'])
    .where('organization_id', '=', param('organizationId'))
    .where('entity_id', '=', param('id'))
    .where('entity_type', '=', 'finding')
    .where(sql<string>`data->>'findingId'`, '=', param('id')),
).filteredBy<FilterOf<'listFindingHistory'>>({ ids: anyOf('audit_entry.id') });

/** Lists the history of a finding. */
export async function listHistory(
  db: OrganizationDatabase,
  id: string,
  filter: FilterOf<'listFindingHistory'>,
  page: PageRequest,
): Promise<Page<Entry>> {
  return mapPage(
    await historyEntries.page(db, { id, organizationId: db.organizationId, ...filter }, { by: 'sequence', id: 'id' }, page),
    ({ data, user, ...row }): Entry => {
      if (!isHistoryData(data) || !isUser(user)) throw new TypeError(`${row.id} does not say what happened`);
      const { action, findingId, previousStatus, newStatus, revisionNote, previousContent, newContent, via } = data;
      const { previousType, newType, previousSeverity, newSeverity } = data;
      return {
        ...row,
        user,
        data: {
          action,
          findingId,
          ...(previousStatus !== undefined && { previousStatus }),
          ...(newStatus !== undefined && { newStatus }),
          ...(revisionNote !== undefined && { revisionNote }),
          ...(previousContent !== undefined && { previousContent }),
          ...(newContent !== undefined && { newContent }),
          ...(previousType !== undefined && { previousType }),
          ...(newType !== undefined && { newType }),
          ...(previousSeverity !== undefined && { previousSeverity }),
          ...(newSeverity !== undefined && { newSeverity }),
          ...(via !== undefined && { via }),
        },
      };
    },
  );
}

const isOptionalString = (value: unknown) => value === undefined || typeof value === 'string';
const isOneOf =
  (...values: readonly string[]) =>
  (value: unknown) =>
    value === undefined || (typeof value === 'string' && values.includes(value));
const isStatus = isOneOf('open', 'ready_for_review', 'needs_revision', 'closed');
const isType = isOneOf('soc2', 'iso27001', 'pci_dss', 'hipaa', 'gdpr', 'iso9001', 'iso42001');
const isSeverity = isOneOf('low', 'medium', 'high', 'critical');

/** Validators of the properties of an entry's data, all of which are optional. */
const validators: Readonly<Record<keyof Schemas['FindingHistoryData'], (value: unknown) => boolean>> = {
  action: isOneOf('created', 'updated', 'deleted', 'status_changed', 'content_updated', 'type_changed', 'severity_changed'),
  findingId: isOptionalString,
  previousStatus: isStatus,
  newStatus: isStatus,
  revisionNote: (value) => value === null || isOptionalString(value),
  previousContent: isOptionalString,
  newContent: isOptionalString,
  previousType: isType,
  newType: isType,
  previousSeverity: isSeverity,
  newSeverity: isSeverity,
  via: isOptionalString,
};

function isHistoryData(data: unknown): data is Schemas['FindingHistoryData'] {
  return (
    isObject(data) &&
    'action' in data &&
    'findingId' in data &&
    Object.entries(validators).every(([name, isValid]) => isValid(Reflect.get(data, name)))
  );
}

function isUser(user: unknown): user is Entry['user'] {
  if (user === null) return true;
  if (!isObject(user)) return false;
  const { id, name, email, image } = user;
  return [id, name, email].every((value) => typeof value === 'string') && (image === null || typeof image === 'string');
}
