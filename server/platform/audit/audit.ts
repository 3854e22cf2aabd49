/** Collects what a handler or a run reports about its changes (audit-logs, rule 5). Each call makes a separate entry. */
import { changesOnCreate, type Changes, changesBetween, type Fields, changesOnDelete } from './changes.ts';
import type { AuditNote } from './entry.ts';
import type { Stored } from './stored.ts';

/** Details of an entry, besides its changes, that the contract does not determine. */
type More = Omit<AuditNote, 'changes'>;

export interface Audit {
  /** Reports a creation. @param record as it was stored, or only its fields to log @param more details of the entry */
  readonly created: (record: Fields & Stored, more?: More) => void;
  /**
   * Reports an update. Unchanged fields are not logged.
   * @param before the record, or its fields to log @param after the record after the change
   * @param more details of the entry; `fields` limits which fields are logged
   */
  readonly changed: <After extends Fields & Stored>(
    before: Fields,
    after: After,
    more?: More & { readonly fields?: readonly (keyof After & string)[] },
  ) => void;
  /** Reports a deletion. @param fields of the record to log @param more details of the entry */
  readonly removed: (fields: Fields, more?: More) => void;
  /** Reports an action. @param description without naming the actor @param more details of the entry; it has no changes by default */
  readonly performed: (description: string, more?: Omit<AuditNote, 'description'>) => void;
}

/** @param notes receives the reports @returns the interface for reporting */
export function createAudit(notes: AuditNote[]): Audit {
  const note = (changes: Changes, more: AuditNote) => void notes.push({ ...more, changes });
  return {
    created: (record, more = {}) => note(changesOnCreate(record), more),
    changed: (before, after, { fields, ...more } = {}) => note(changesBetween(before, after, fields), more),
    removed: (fields, more = {}) => note(changesOnDelete(fields), more),
    performed: (description, { changes = {}, ...more } = {}) => note(changes, { ...more, description }),
  };
}
