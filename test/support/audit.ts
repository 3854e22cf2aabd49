/** Creates and changes audit logs for tests. */
import { createHash } from 'node:crypto';
import { sql, type UpdateObject } from 'kysely';
import { expect } from 'vitest';
import type { components } from '#generated/api';
import type { SystemTables } from '#generated/database';
import { makeCheckpoint } from '#platform/audit/make-checkpoints';
import { canonical, type EntryColumns, seal } from '#platform/audit/entry';
import { newId } from '#platform/database/ids';
import type { Database } from '#platform/database/open';
import type { Caller, startApp } from './app.ts';

export type EntryToWrite = Partial<EntryColumns> & { /** The time; now by default. */ readonly at?: string };
/** The fields of an entry in an answer that tests read. */
export interface Entry {
  readonly id: string;
  readonly sequence: number;
  readonly entityId: string;
  readonly hash: string;
  readonly timestamp: string;
  readonly data: { readonly changes?: object };
}

/** An entry as a line of an export. */
export type Line = components['schemas']['AuditLogEntry'];

/** Appends entries as the service itself does. @returns their ids */
export async function writeEntries({ system }: Database, organizationId: string, written: readonly EntryToWrite[]): Promise<string[]> {
  const columns = written.map(({ at: _at, ...fields }) => ({
    id: newId('aud'),
    userId: null,
    memberId: null,
    entityType: null,
    entityId: null,
    description: null,
    data: { action: 'a', resource: 'risk' },
    user: null,
    ...fields,
  }));
  const sealed = columns.map((entry) => seal(entry, organizationId));
  await system.transaction().execute(async (transaction) => {
    await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(transaction);
    await sql`select count(append_audit(e.entry, e.head, e.tail, e.at)) from unnest(${sealed.map(({ entry }) => entry)}::jsonb[], ${sealed.map(({ head }) => head)}::text[],
      ${sealed.map(({ tail }) => tail)}::text[], ${written.map(({ at }) => at ?? null)}::timestamptz[]) as e (entry, head, tail, at)`.execute(
      transaction,
    );
  });
  return columns.map(({ id }) => id);
}

/** @returns the text that the hash of a line covers, computed from the export alone, which the contract promises auditors can do */
export function sealedText({ member: _member, hash: _hash, previousHash, ...covered }: Record<string, unknown>): string {
  return `${previousHash ?? ''}${canonical(covered)}`;
}

type HasCall = Pick<Caller, 'call'>;
type HasOrganization = Pick<Caller, 'organization'>;

/** Functions for the logs of organizations of this app. */
export function auditLog(app: ReturnType<typeof startApp>) {
  return {
    /** A fresh organization whose log contains these entries. */
    async withLog(written: readonly EntryToWrite[]) {
      const caller = await app.caller();
      return { ...caller, ids: await writeEntries(app.database, caller.organization.id, written) };
    },
    numbered: (count: number, fields: EntryToWrite = {}): EntryToWrite[] =>
      Array.from({ length: count }, (_, n) => ({ entityId: `rsk_${n + 1}`, ...fields })),
    async list({ call }: HasCall, query = ''): Promise<Entry[]> {
      const answer = await call('GET', `/v1/audit-logs?${query}`);
      expect(answer.status).toBe(200);
      return answer.body.data;
    },
    async verify({ call }: HasCall, query = '') {
      const answer = await call('GET', `/v1/audit-logs/verification?${query}`);
      expect(answer.status).toBe(200);
      return answer.body;
    },
    /** Changes an entry as the owner of the database, whom no permission prevents from doing this. */
    async tamper({ organization }: HasOrganization, sequence: number, columns: UpdateObject<SystemTables, 'audit_entry'>) {
      await app.database.system
        .updateTable('audit_entry')
        .set(columns)
        .where('organization_id', '=', organization.id)
        .where('sequence', '=', sequence)
        .execute();
    },
    /**
     * Rewrites the log as the owner of the database could: numbers, links and seals all entries consistently and updates the head.
     * @param change returns the new entries in order; entries that it leaves out are deleted
     */
    async forge({ organization, call }: HasOrganization & HasCall, change: (entries: readonly Line[]) => readonly Line[]) {
      const lines: Line[] = (await call('GET', '/v1/audit-logs/export')).text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
      let previousHash: string | null = null;
      const rows = change(lines).map((line, index) => {
        const entry = { ...line, sequence: index + 1, previousHash };
        const hash = createHash('sha256').update(sealedText(entry)).digest('hex');
        previousHash = hash;
        const {
          id,
          sequence,
          timestamp,
          userId: user_id,
          memberId: member_id,
          entityType: entity_type,
          entityId: entity_id,
          description,
          data,
          user: user_snapshot,
        } = entry;
        return {
          id,
          organization_id: organization.id,
          sequence,
          timestamp,
          user_id,
          member_id,
          entity_type,
          entity_id,
          description,
          data,
          user_snapshot,
          previous_hash: entry.previousHash,
          hash,
        };
      });
      const { system } = app.database;
      await system.deleteFrom('audit_entry').where('organization_id', '=', organization.id).execute();
      if (rows.length) await system.insertInto('audit_entry').values(rows).execute();
      await system
        .updateTable('audit_head')
        .set({ sequence: rows.length, hash: previousHash })
        .where('organization_id', '=', organization.id)
        .execute();
    },
    /** Makes the service sign the current head of the log. */
    async checkpoint({ organization }: HasOrganization, keys = app.ports.checkpointKeys) {
      await app.database.system.transaction().execute((db) => makeCheckpoint(db, organization.id, keys));
    },
    async remove({ organization }: HasOrganization, ...sequences: number[]) {
      await app.database.system
        .deleteFrom('audit_entry')
        .where('organization_id', '=', organization.id)
        .where('sequence', 'in', sequences)
        .execute();
    },
  };
}
