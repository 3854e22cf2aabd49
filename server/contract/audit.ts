/**
 * The audit entries of a request (spec/areas/audit-logs): derived from the registry, the request and the answer, and told by the handler
 * where they are no creation and no deletion, or where it knows better.
 */
import type { Operation } from '../../generated/operations.ts';
import type { AuditEntry, OrganizationDatabase } from '../platform/database/handle.ts';
import type { Actor } from '../platform/identity/actor.ts';
import { added, type Changes, membersIn, withNames } from '../platform/audit/changes.ts';
import { isObject } from '../platform/json-object.ts';
import { recordIn } from './location.ts';
import { actingEntry, nobody } from '../platform/audit/acting-entry.ts';
import type { AuditEntityType, AuditNote } from '../platform/audit/entry.ts';
import { isSecret, redactedChanges, redactedUrl } from '../platform/audit/redaction.ts';

/** Of each permission resource, what its records are called in the log. */
const entityTypes: Readonly<Record<string, AuditEntityType>> = {
  organization: 'organization',
  app: 'organization',
  questionnaire: 'organization',
  ac: 'organization',
  apiKey: 'organization',
  team: 'organization',
  member: 'people',
  invitation: 'people',
  training: 'people',
  control: 'control',
  evidence: 'task',
  task: 'task',
  policy: 'policy',
  risk: 'risk',
  vendor: 'vendor',
  framework: 'framework',
  audit: 'framework',
  finding: 'finding',
  integration: 'integration',
  trust: 'trust',
  pentest: 'pentest',
};
const actions: Readonly<Record<Operation['method'], readonly [permission: string, description: string]>> = {
  get: ['read', 'Viewed'],
  post: ['create', 'Created'],
  put: ['update', 'Updated'],
  patch: ['update', 'Updated'],
  delete: ['delete', 'Deleted'],
};

export interface AuditedRequest {
  readonly operation: Operation;
  readonly actor: Actor;
  /** With its query. */
  readonly url: string;
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly answer: unknown;
}

/**
 * The entries of a change: one for each note of the handler, or the default one.
 * @param db of the change, to find the names of the members that it concerns
 */
export async function auditEntries(db: OrganizationDatabase, request: AuditedRequest, notes: readonly AuditNote[]): Promise<AuditEntry[]> {
  const noted = notes.length ? notes : [{}];
  const names = await namesOf(
    db,
    noted.flatMap((note) => membersIn(changesIn(request, note))),
  );
  return noted.map((note) => auditEntry(request, note, names));
}

/** @param names of members by id; without its name a member stands with its id */
export function auditEntry(request: AuditedRequest, note: AuditNote = {}, names: ReadonlyMap<string, string> = new Map()): AuditEntry {
  const { operation, actor, url, path, answer } = request;
  const [permission, verb] = actions[operation.method];
  const resource = note.resource ?? resourceOf(operation);
  const action = note.description ?? `${verb} ${resource}`;
  const entityType = note.entityType ?? entityTypes[resource] ?? null;
  const changes = redactedChanges(withNames(changesIn(request, note), names, operation.method === 'post'));
  return actingEntry(actor.organizationId, {
    actor: note.anonymous ? nobody : actor,
    action,
    entityType,
    entityId: note.entityId ?? idIn(path, answer) ?? (entityType === 'organization' ? actor.organizationId : null),
    data: {
      method: operation.method.toUpperCase(),
      path: redactedUrl(url, path),
      resource,
      permission,
      ...(Object.keys(changes).length > 0 && { changes }),
      ...note.data,
    },
  });
}

/** The resource of the permission; an operation that names none takes the name of its area. */
function resourceOf({ permission, area }: Operation): string {
  const [first] =
    typeof permission === 'string' ? [permission] : 'anyOf' in permission ? permission.anyOf : 'byRecord' in permission ? [] : permission;
  return first?.includes(':') ? first.slice(0, first.indexOf(':')) : area;
}

/** The record that the path names, first of all the outermost; else the one that was answered. A secret link is no id. */
function idIn(path: Readonly<Record<string, string>>, answer: unknown): string | undefined {
  const [inPath] = Object.entries(path).flatMap(([name, value]) => (isSecret(name) ? [] : [value]));
  const { id } = recordIn(answer);
  return inPath ?? (typeof id === 'string' ? id : undefined);
}

/** What the handler told; else of a creation every field that was sent. */
function changesIn({ operation, body }: AuditedRequest, { changes }: AuditNote): Changes {
  return changes ?? (operation.method === 'post' && isObject(body) ? added(body) : {});
}

async function namesOf(db: OrganizationDatabase, ids: readonly string[]): Promise<Map<string, string>> {
  const members = ids.length ? await db.selectFrom('member').select(['id', 'name']).where('id', 'in', ids).execute() : [];
  return new Map(members.map(({ id, name }) => [id, name]));
}
