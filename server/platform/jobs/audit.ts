import { type AuditNote, seal } from '../audit/entry.ts';
import { redactedChanges } from '../audit/redaction.ts';
import type { AuditEntry } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import type { Actor } from '../identity/actor.ts';
import { kinds, resourceOf, type RunKind } from './kinds.ts';

/** The entry of what a run changed, on behalf of who started it (spec/areas/runs, rules 8 and 10). */
export function runEntry(
  { kind, runId, actor }: { readonly kind: RunKind; readonly runId: string; readonly actor: Actor },
  note: AuditNote,
): AuditEntry {
  const { user, memberId, via, organizationId } = actor;
  const action = note.description ?? kind;
  const changes = redactedChanges(note.changes ?? {});
  return seal(
    {
      id: newId('aud'),
      userId: user?.id ?? null,
      memberId: memberId ?? null,
      entityType: note.entityType ?? kinds[kind].entityType,
      entityId: note.entityId ?? null,
      description: via === undefined ? action : `${action} [via ${via}]`,
      data: {
        action,
        resource: resourceOf(kind),
        runId,
        ...(Object.keys(changes).length > 0 && { changes }),
        ...(via !== undefined && { via }),
      },
      user: user ? { id: user.id, name: user.name, email: user.email, image: user.image } : null,
    },
    organizationId,
  );
}
