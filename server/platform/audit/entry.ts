/** An entry of the audit log (spec/areas/audit-logs), and how it is sealed into the chain. */
import canonicalize from 'canonicalize';
import type { components } from '../../../generated/api.d.ts';
import type { AuditEntry } from '../database/handle.ts';
import type { Changes } from './changes.ts';

export type AuditEntityType = components['schemas']['AuditLogEntityType'];

/** What a handler may say of its change that cannot be derived. Each note is an entry of its own; without one there is one by default. */
export interface AuditNote {
  /** Of the permission, where the record decides which it is. */
  readonly resource?: string;
  readonly entityType?: AuditEntityType;
  readonly entityId?: string;
  /** What was done, without who it was done for. */
  readonly description?: string;
  /** Redacted, and members named, like those that are derived. */
  readonly changes?: Changes;
  /** Whether the entry says nothing of who acted: neither the person nor the key. */
  readonly anonymous?: boolean;
  /** Members of the entry's data that are this area's own, or that it says otherwise. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The columns of an entry, as the database takes them. */
export interface EntryColumns {
  readonly id: string;
  readonly userId: string | null;
  readonly memberId: string | null;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly description: string | null;
  readonly data: object;
  readonly user: object | null;
}

/** Splits the canonical JSON (RFC 8785: members by name) around sequence and timestamp, which the database adds under its lock. */
export function seal({ user, userId, ...columns }: EntryColumns, organizationId: string): AuditEntry {
  const { data, description, entityId, entityType, id, memberId } = columns;
  const head = `${canonical({ data, description, entityId, entityType, id, memberId, organizationId }).slice(0, -1)},"sequence":`;
  return { entry: JSON.stringify({ ...columns, user, userId }), head, tail: `,${canonical({ user, userId }).slice(1)}` };
}

/** RFC 8785. @throws for what JSON cannot hold */
export function canonical(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('a value that JSON cannot hold');
  return text;
}
