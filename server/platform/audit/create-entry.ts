import type { AuditEntry } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import { redactSecrets } from '../redaction/redact-secrets.ts';
import type { Actor } from '../identity/actor.ts';
import { seal } from './entry.ts';
import { redactEntryData } from './redaction.ts';

/** The person and the key that an entry names. Entries for actions of the service itself name neither. */
export type EntryActor = Pick<Actor, 'user' | 'memberId' | 'via'>;
export const noActor: EntryActor = { user: undefined, memberId: undefined, via: undefined };

export interface EntryInput {
  readonly actor: EntryActor;
  /** What was done, without naming the actor. */
  readonly action: string;
  readonly entityType: string | null;
  readonly entityId: string | null;
  /** Fields of the entry's data other than `action` and `via`. */
  readonly data: object;
}

/** Seals an audit entry that names who acted and, if not in person, by what means (spec/areas/accountability/audit-logs). */
export function createEntry(
  organizationId: string,
  { actor: { user, memberId, via }, action, entityType, entityId, data }: EntryInput,
): AuditEntry {
  return seal(
    {
      id: newId('aud'),
      userId: user?.id ?? null,
      memberId: memberId ?? null,
      entityType,
      entityId,
      description: via === undefined ? redactSecrets(action) : `${redactSecrets(action)} [via ${via}]`,
      data: { action: redactSecrets(action), ...(via !== undefined && { via }), ...redactEntryData(data) },
      user: user ? { id: user.id, name: user.name, email: user.email, image: user.image } : null,
    },
    organizationId,
  );
}
