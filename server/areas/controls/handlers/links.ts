/** Linking and unlinking what proves a control: alike for policies, tasks and forms. */
import type { Audit } from '../../../platform/audit/audit.ts';
import { added, removed } from '../../../platform/audit/changes.ts';
import { isRefusal, refusal, type Refusal } from '../../../platform/refusals/refusal.ts';
import { extendToCustomFrameworks } from '../../../domain/control-links/custom-frameworks.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Artefact, Artefacts } from '../queries/artefacts.ts';
import { lockRequiredControl } from './require-control.ts';
import { findScope, lockScope } from '../queries/scope.ts';

interface Request {
  readonly path: { readonly id: string };
  /** Without an adopted framework the link is direct. */
  readonly query: { readonly frameworkInstanceId?: string };
  readonly db: OrganizationDatabase;
  readonly actor: Actor;
  readonly audit: Audit;
}

export const isArchived = () => refusal('control_archived');

/** Direct links reach the custom frameworks at once (spec/areas/controls, rule 3). @returns what can be linked, and what of it was not before */
export async function link<Key extends string>(
  artefacts: Artefacts<Key>,
  keys: readonly Key[],
  { path, query: { frameworkInstanceId }, db, actor, audit }: Request,
) {
  const control = await lockRequiredControl(db, actor, path.id);
  if (isRefusal(control)) return control;
  if (control.archivedAt !== null) return isArchived();
  const instance = await lockScope(db, frameworkInstanceId);
  if (isRefusal(instance)) return instance;
  const known = await artefacts.linkable(db, keys);
  const fresh = new Set(await linkAll(db, artefacts, control.id, instance?.id, known));
  const linked = known.filter(({ key }) => fresh.has(key)).map(({ title }) => title);
  audit.did(`Linked ${artefacts.plural} to control`, { changes: linked.length ? added({ [artefacts.field]: linked }) : {} });
  return { known, added: linked };
}

async function linkAll<Key extends string>(
  db: OrganizationDatabase,
  artefacts: Artefacts<Key>,
  controlId: string,
  instanceId: string | undefined,
  known: readonly Artefact<Key>[],
): Promise<Key[]> {
  const keys = known.map(({ key }) => key);
  if (!keys.length) return [];
  if (instanceId !== undefined) return artefacts.linkIn(db, instanceId, controlId, keys);
  const fresh = await artefacts.link(db, controlId, keys);
  await extendToCustomFrameworks(db, [controlId]);
  return fresh;
}

/** Directly and in the custom frameworks, or in one framework alone (spec/areas/controls, rule 4). */
export async function unlink<Key extends string, Missing extends Refusal>(
  artefacts: Artefacts<Key>,
  key: string,
  missing: () => Missing,
  { path, query: { frameworkInstanceId }, db, actor, audit }: Request,
) {
  const control = await lockRequiredControl(db, actor, path.id);
  if (isRefusal(control)) return control;
  const artefact = await artefacts.find(db, key);
  if (!artefact) return missing();
  const instance = await findScope(db, frameworkInstanceId);
  if (isRefusal(instance)) return instance;
  const count = await (instance
    ? artefacts.unlinkIn(db, instance.id, control.id, artefact.key)
    : artefacts.unlink(db, control.id, artefact.key));
  audit.did(`Unlinked ${artefacts.plural} from control`, { changes: count ? removed({ [artefacts.field]: [artefact.title] }) : {} });
  return { status: 200 as const, body: { count } };
}
