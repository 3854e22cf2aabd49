/** What a handler or a run says of what it did (spec/areas/audit-logs, rule 5). Each call is an entry of its own. */
import { added, type Changes, differences, type Fields, removed } from './changes.ts';
import type { AuditNote } from './entry.ts';

/** What an entry says besides its changes, where that does not follow from the contract. */
type More = Omit<AuditNote, 'changes'>;

export interface Audit {
  /** Says that there was nothing before. @param fields of the record that are told @param more about the entry */
  readonly created: (fields: Fields, more?: More) => void;
  /**
   * Says what is different now. What is as it was is not told.
   * @param before the record, or those of its fields that are told @param after the same of it now
   * @param more about the entry; with `fields`, where not all of the record is told
   */
  readonly changed: <After extends Fields>(
    before: Fields,
    after: After,
    more?: More & { readonly fields?: readonly (keyof After & string)[] },
  ) => void;
  /** Says that there is nothing any more. @param fields of the record that are told @param more about the entry */
  readonly removed: (fields: Fields, more?: More) => void;
  /** Says of an act what was done. @param description without who it was done for @param more about the entry; without `changes` it has none */
  readonly did: (description: string, more?: Omit<AuditNote, 'description'>) => void;
}

/** @param notes where all that is said is added @returns what a handler is given to say it with */
export function auditInto(notes: AuditNote[]): Audit {
  const note = (changes: Changes, more: AuditNote) => void notes.push({ ...more, changes });
  return {
    created: (fields, more = {}) => note(added(fields), more),
    changed: (before, after, { fields, ...more } = {}) => note(differences(before, after, fields), more),
    removed: (fields, more = {}) => note(removed(fields), more),
    did: (description, { changes = {}, ...more } = {}) => note(changes, { ...more, description }),
  };
}
