/** What happened to a finding: written to the audit log, and read from it (spec/areas/findings, rule 12). */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { added, removed } from '../../../platform/audit/changes.ts';
import type { AuditNote } from '../../../platform/audit/entry.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { isObject } from '../../../platform/json-object.ts';

type Schemas = components['schemas'];
type Finding = Schemas['Finding'];
type Entry = Schemas['FindingHistoryEntry'];
/** An entry that says what was done. */
export type Deed = AuditNote & { readonly description: string };

/** @returns the entry of a new finding */
export function created(finding: Finding): Deed {
  return entryOf(finding, 'created', 'Raised a finding', added(toldOf(finding)));
}

/** @returns the entry of a finding that is gone */
export function deleted(finding: Finding): Deed {
  return entryOf(finding, 'deleted', 'Deleted a finding', removed(toldOf(finding)));
}

/** @returns one entry for each of the status, the type, the severity and the content that is different, or one for a new note; none when nothing is */
export function changed(before: Finding, after: Finding): Deed[] {
  const deeds: Deed[] = [];
  const change = (previous: unknown, current: unknown) => ({ previous, current });
  if (before.status !== after.status)
    deeds.push(
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
    deeds.push(
      entryOf(
        after,
        'updated',
        'Changed the revision note of the finding',
        { revisionNote: change(before.revisionNote, after.revisionNote) },
        { revisionNote: after.revisionNote },
      ),
    );
  if (before.type !== after.type)
    deeds.push(
      entryOf(
        after,
        'type_changed',
        `Changed the type of the finding from ${before.type} to ${after.type}`,
        { type: change(before.type, after.type) },
        { previousType: before.type, newType: after.type },
      ),
    );
  if (before.severity !== after.severity)
    deeds.push(
      entryOf(
        after,
        'severity_changed',
        `Changed the severity of the finding from ${before.severity} to ${after.severity}`,
        { severity: change(before.severity, after.severity) },
        { previousSeverity: before.severity, newSeverity: after.severity },
      ),
    );
  if (before.content !== after.content)
    deeds.push(
      entryOf(
        after,
        'content_updated',
        'Changed the content of the finding',
        { content: change(before.content, after.content) },
        { previousContent: before.content, newContent: after.content },
      ),
    );
  return deeds;
}

/** What a finding is and what it is about, without what is not set. */
function toldOf(finding: Finding) {
  const { type, severity, status, content, area, evidenceFormType, taskId, evidenceSubmissionId, policyId, vendorId } = finding;
  const { riskId, memberId, deviceId, templateId } = finding;
  const about = { area, evidenceFormType, taskId, evidenceSubmissionId, policyId, vendorId, riskId, memberId, deviceId, templateId };
  return { type, severity, status, content, ...Object.fromEntries(Object.entries(about).filter(([, value]) => value !== null)) };
}

function entryOf(
  { id }: Finding,
  action: Schemas['FindingHistoryData']['action'],
  description: string,
  changes: NonNullable<AuditNote['changes']>,
  more: Omit<Partial<Schemas['FindingHistoryData']>, 'action' | 'findingId'> = {},
): Deed {
  return { entityType: 'finding', entityId: id, description, changes, data: { action, findingId: id, ...more } };
}

/** Comments on a finding have entries under its id as well, which are not of this kind. */
const listed = PagedList.of((db, param: Params<{ id: string; organizationId: string }>) =>
  db
    .selectFrom('audit_entry')
    .select([...columnsOf('audit_entry', 'id', 'timestamp', 'userId', 'memberId', 'description', 'data'), 'user_snapshot as user'])
    .where('organization_id', '=', param('organizationId'))
    .where('entity_id', '=', param('id'))
    .where('entity_type', '=', 'finding')
    .where(sql<string>`data->>'findingId'`, '=', param('id')),
);

/** Newest first. */
export async function listHistory(db: OrganizationDatabase, id: string, page: PageRequest): Promise<Page<Entry>> {
  return mapPage(
    await listed.page(db, { id, organizationId: db.organizationId }, { by: 'sequence', id: 'id' }, { ...page, sortOrder: 'desc' }),
    ({ data, user, ...row }): Entry => {
      if (!isTold(data) || !isUser(user)) throw new TypeError(`${row.id} does not say what happened`);
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

const isText = (value: unknown) => value === undefined || typeof value === 'string';
const isOneOf =
  (...values: readonly string[]) =>
  (value: unknown) =>
    value === undefined || (typeof value === 'string' && values.includes(value));
const isStatus = isOneOf('open', 'ready_for_review', 'needs_revision', 'closed');
const isType = isOneOf('soc2', 'iso27001', 'pci_dss', 'hipaa', 'gdpr', 'iso9001', 'iso42001');
const isSeverity = isOneOf('low', 'medium', 'high', 'critical');

/** What each member of an entry's data may be, besides missing. */
const members: Readonly<Record<keyof Schemas['FindingHistoryData'], (value: unknown) => boolean>> = {
  action: isOneOf('created', 'updated', 'deleted', 'status_changed', 'content_updated', 'type_changed', 'severity_changed'),
  findingId: isText,
  previousStatus: isStatus,
  newStatus: isStatus,
  revisionNote: (value) => value === null || isText(value),
  previousContent: isText,
  newContent: isText,
  previousType: isType,
  newType: isType,
  previousSeverity: isSeverity,
  newSeverity: isSeverity,
  via: isText,
};

function isTold(data: unknown): data is Schemas['FindingHistoryData'] {
  return (
    isObject(data) &&
    'action' in data &&
    'findingId' in data &&
    Object.entries(members).every(([name, fits]) => fits(Reflect.get(data, name)))
  );
}

function isUser(user: unknown): user is Entry['user'] {
  if (user === null) return true;
  if (!isObject(user)) return false;
  const { id, name, email, image } = user;
  return [id, name, email].every((value) => typeof value === 'string') && (image === null || typeof image === 'string');
}
