import type { AuditEntry } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import type { Actor } from '../identity/actor.ts';
import { seal } from './entry.ts';

/** Who an entry names. The service itself is nobody. */
export type Acting = Pick<Actor, 'user' | 'memberId' | 'via'>;
export const nobody: Acting = { user: undefined, memberId: undefined, via: undefined };

export interface Act {
  readonly actor: Acting;
  /** What was done, without who it was done for. */
  readonly action: string;
  readonly entityType: string | null;
  readonly entityId: string | null;
  /** Members of the entry's data besides the action and how it was done. */
  readonly data: object;
}

/** Seals an entry of the audit log that names who acted, and how, if not in person (spec/areas/audit-logs). */
export function actingEntry(
  organizationId: string,
  { actor: { user, memberId, via }, action, entityType, entityId, data }: Act,
): AuditEntry {
  return seal(
    {
      id: newId('aud'),
      userId: user?.id ?? null,
      memberId: memberId ?? null,
      entityType,
      entityId,
      description: via === undefined ? action : `${action} [via ${via}]`,
      data: { action, ...(via !== undefined && { via }), ...data },
      user: user ? { id: user.id, name: user.name, email: user.email, image: user.image } : null,
    },
    organizationId,
  );
}
