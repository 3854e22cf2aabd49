/** Collects what a handler or a background run reports about its changes (audit-logs, rule 5). Each call makes a separate entry. */
import { changesOnCreate, type Changes, changesBetween, type Fields, changesOnDelete } from './changes.ts';
import type { AuditNote } from './entry.ts';
import type { Stored } from './stored.ts';

/** Details of an entry, besides its changes, that the contract does not determine. */
type EntryDetails = Omit<AuditNote, 'changes'>;

export interface Audit {
  /** Reports a creation. @param record as it was stored, or only its fields to log @param details of the entry */
  readonly created: (record: Fields & Stored, details?: EntryDetails) => void;
  /**
   * Reports an update. Unchanged fields are not logged.
   * @param before the record, or its fields to log @param after the record after the change
   * @param details of the entry; `fields` limits which fields are logged
   */
  readonly changed: <After extends Fields & Stored>(
    before: Fields,
    after: After,
    details?: EntryDetails & { readonly fields?: readonly (keyof After & string)[] },
  ) => void;
  /** Reports a deletion. @param fields of the record to log @param details of the entry */
  readonly removed: (fields: Fields, details?: EntryDetails) => void;
  /** Reports an action. @param description without naming the actor @param details of the entry; it has no changes by default */
  readonly performed: (description: string, details?: Omit<AuditNote, 'description'>) => void;
}

/** @param notes receives the reports */
export function createAudit(notes: AuditNote[]): Audit {
  const addNote = (changes: Changes, details: AuditNote) => void notes.push({ ...details, changes });
  return {
    created: (record, details = {}) => addNote(changesOnCreate(record), details),
    changed: (before, after, { fields, ...details } = {}) => addNote(changesBetween(before, after, fields), details),
    removed: (fields, details = {}) => addNote(changesOnDelete(fields), details),
    performed: (description, { changes = {}, ...details } = {}) => addNote(changes, { ...details, description }),
  };
}
