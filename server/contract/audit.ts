/**
 * Builds the audit entries of a request (spec/areas/accountability/audit-logs) from the registry, the request and the answer. Handlers add
 * notes for actions that are neither creations nor deletions, or to override the default.
 */
import type { Operation } from '#generated/operations';
import type { AuditEntry, OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { changesOnCreate, type Changes, memberIdsIn, withNames } from '#platform/audit/changes';
import { isObject } from '#platform/json-object';
import { recordOf } from './location.ts';
import { createEntry, noActor } from '#platform/audit/create-entry';
import type { AuditEntityType, AuditNote } from '#platform/audit/entry';
import { storedFields } from '#platform/audit/stored';
import { isSecret, redactChanges, redactUrl } from '#platform/audit/redaction';

/** Maps each permission resource to the entity type of its records in the log. */
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
const permissionActions: Readonly<Record<Operation['method'], string>> = {
  get: 'read',
  post: 'create',
  put: 'update',
  patch: 'update',
  delete: 'delete',
};

export interface AuditedRequest {
  readonly operation: Operation;
  readonly actor: Actor;
  /** The request URL, including the query. */
  readonly url: string;
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly answer: unknown;
}

/**
 * Builds the entries of a change: one for each note of the handler, or else the default one.
 * @param db the change's database, for looking up the names of members it concerns
 */
export async function auditEntries(db: OrganizationDatabase, request: AuditedRequest, notes: readonly AuditNote[]): Promise<AuditEntry[]> {
  const entryNotes = notes.length ? notes : [{}];
  const names = await namesOf(
    db,
    entryNotes.flatMap((note) => memberIdsIn(findChanges(request, note))),
  );
  return entryNotes.map((note) => auditEntry(request, note, names));
}

/** @param names of members by id; a member without a name is shown by id */
export function auditEntry(request: AuditedRequest, note: AuditNote = {}, names: ReadonlyMap<string, string> = new Map()): AuditEntry {
  const { operation, actor, url, path, answer } = request;
  const permission = permissionActions[operation.method];
  const resource = note.resource ?? resourceOf(operation);
  const action = note.description ?? operation.action;
  const entityType = note.entityType ?? entityTypes[resource] ?? null;
  const changes = redactChanges(withNames(findChanges(request, note), names, operation.method === 'post'));
  return createEntry(actor.organizationId, {
    actor: note.anonymous ? noActor : actor,
    action,
    entityType,
    entityId:
      note.entityId === undefined
        ? (findEntityId(path, answer) ?? (entityType === 'organization' ? actor.organizationId : null))
        : note.entityId,
    data: {
      method: operation.method.toUpperCase(),
      path: redactUrl(url, path),
      resource,
      permission,
      ...(Object.keys(changes).length > 0 && { changes }),
      ...note.data,
    },
  });
}

/** Returns the permission's resource, or the area's name if the permission has none. */
function resourceOf({ permission, area }: Operation): string {
  const [firstPermission] =
    typeof permission === 'string' ? [permission] : 'anyOf' in permission ? permission.anyOf : 'byRecord' in permission ? [] : permission;
  return firstPermission?.includes(':') ? firstPermission.slice(0, firstPermission.indexOf(':')) : area;
}

/** Returns the id of the outermost record that the path names, or else of the record in the answer. Secrets in links are not ids. */
function findEntityId(path: Readonly<Record<string, string>>, answer: unknown): string | undefined {
  const [pathId] = Object.entries(path).flatMap(([name, value]) => (isSecret(name) ? [] : [value]));
  const { id } = recordOf(answer);
  return pathId ?? (typeof id === 'string' ? id : undefined);
}

/** Returns the changes that the handler reported or, for a POST without any, a change from null to the stored value of each sent field. */
function findChanges({ operation, body, answer }: AuditedRequest, { changes }: AuditNote): Changes {
  return changes ?? (operation.method === 'post' && isObject(body) ? changesOnCreate(storedFields(body, recordOf(answer))) : {});
}

async function namesOf(db: OrganizationDatabase, ids: readonly string[]): Promise<Map<string, string>> {
  const members = ids.length ? await db.selectFrom('member').select(['id', 'name']).where('id', 'in', ids).execute() : [];
  return new Map(members.map(({ id, name }) => [id, name]));
}
