/** Builds the audit log as if all data had been created through the API. The entries are built by the same code as for requests. */
import { sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { type Operation, operations } from '#generated/operations';
import { auditEntry, type AuditedRequest } from '#contract/audit';
import type { AuditNote } from '#platform/audit/entry';
import type { OperationId } from '#contract/types';
import type { AuditEntry } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Actor } from '#platform/identity/actor';
import { runEntry } from '#platform/jobs/audit';
import type { RunKind } from '#platform/jobs/kinds';
import type { Member, Members } from './member.ts';

/** The parts of a request that audit entries contain. */
export type LoggedRequest = Partial<Pick<AuditedRequest, 'path' | 'body' | 'answer'>>;

export class Log {
  readonly #organizationId: string;
  readonly #names: ReadonlyMap<string, string>;
  readonly #entries: (AuditEntry & { readonly at: string })[] = [];
  constructor(organizationId: string, members: Members) {
    this.#organizationId = organizationId;
    this.#names = new Map(members.all.map(({ id, user }) => [id, user.name]));
  }

  /** Logs a request. @param via the name of the API key that the member used, or undefined */
  write(
    time: string,
    member: Member,
    id: OperationId,
    { path = {}, body, answer }: LoggedRequest,
    { via, ...note }: AuditNote & { readonly via?: string | undefined } = {},
  ) {
    const operation: Operation = operations[id];
    const url = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? '');
    const actor = actorOf(this.#organizationId, member, via);
    this.#entries.push({ at: time, ...auditEntry({ operation, actor, url, path, body, answer }, note, this.#names) });
  }

  /** Logs a background run on behalf of a member. */
  writeRun(time: string, member: Member, kind: RunKind, note: AuditNote, runId = newId('run')) {
    this.#entries.push({ at: time, ...runEntry({ kind, runId, actor: actorOf(this.#organizationId, member, undefined) }, note) });
  }

  /** Appends all entries in chronological order, in one statement. */
  async append(db: Transaction<SystemTables>) {
    const entries = this.#entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
    await sql`select set_config('app.organization_id', ${this.#organizationId}, true)`.execute(db);
    await sql`select count(append_audit(e.entry, e.head, e.tail, e.at)) from unnest(${entries.map(({ entry }) => entry)}::jsonb[], ${entries.map(({ head }) => head)}::text[],
      ${entries.map(({ tail }) => tail)}::text[], ${entries.map(({ at }) => at)}::timestamptz[]) as e (entry, head, tail, at)`.execute(db);
  }
}

function actorOf(organizationId: string, { id, roles, user }: Member, via: string | undefined): Actor {
  const credential = via === undefined ? 'session' : 'key';
  return {
    organizationId,
    credential,
    id,
    memberId: id,
    permissions: new Set(),
    user,
    roles,
    via: via && `API key "${via}"`,
    restrictedTo: undefined,
  };
}
