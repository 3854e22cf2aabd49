/** Defines audit log entries (spec/areas/accountability/audit-logs) and seals them into the chain. */
import canonicalize from 'canonicalize';
import type { components } from '#generated/api';
import type { AuditEntry } from '../database/handle.ts';
import type { Changes } from './changes.ts';

export type AuditEntityType = components['schemas']['AuditLogEntityType'];

/** Details of a change that only the handler knows. Each note becomes an entry; without notes there is a default entry. */
export interface AuditNote {
  /** Resource of the permission, if it depends on the record. */
  readonly resource?: string;
  readonly entityType?: AuditEntityType;
  /** Null when the entry concerns no record. */
  readonly entityId?: string | null;
  /** What was done, without naming the actor. */
  readonly description?: string;
  /** Secrets are redacted, and members are shown by name, as in derived changes. */
  readonly changes?: Changes;
  /** Whether the entry hides who acted: neither the person nor the key is named. */
  readonly anonymous?: boolean;
  /** Additional fields of the entry's data, which override derived fields. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The columns of an entry as the database expects them. */
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

/** Splits the canonical JSON (RFC 8785: members sorted by name) around sequence and timestamp, which the database adds while it locks the chain. */
export function seal({ user, userId, ...columns }: EntryColumns, organizationId: string): AuditEntry {
  const { data, description, entityId, entityType, id, memberId } = columns;
  const head = `${canonical({ data, description, entityId, entityType, id, memberId, organizationId }).slice(0, -1)},"sequence":`;
  return { entry: JSON.stringify({ ...columns, user, userId }), head, tail: `,${canonical({ user, userId }).slice(1)}` };
}

/** Canonical JSON (RFC 8785). @throws for values that JSON cannot represent */
export function canonical(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('the value cannot be represented in JSON');
  return text;
}
