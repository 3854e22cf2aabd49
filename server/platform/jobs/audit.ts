import { createEntry } from '../audit/create-entry.ts';
import type { AuditNote } from '../audit/entry.ts';
import { redactChanges } from '../audit/redaction.ts';
import type { AuditEntry } from '../database/handle.ts';
import type { Actor } from '../identity/actor.ts';
import { kinds, resourceOf, type RunKind } from './kinds.ts';

/** Returns the audit entry of a run's change, on behalf of the person who started it (runs, rules 8 and 10). */
export function runEntry(
  { kind, runId, actor }: { readonly kind: RunKind; readonly runId: string; readonly actor: Actor },
  note: AuditNote,
): AuditEntry {
  const changes = redactChanges(note.changes ?? {});
  return createEntry(actor.organizationId, {
    actor,
    action: note.description ?? kind,
    entityType: note.entityType ?? kinds[kind].entityType,
    entityId: note.entityId ?? null,
    data: { resource: resourceOf(kind), runId, ...(Object.keys(changes).length > 0 && { changes }), ...note.data },
  });
}
