/** Decides who may release a record to visitors of the trust portal (trust-access, rule 24). */
import { checkPermissions } from '#platform/identity/missing-permission';
import type { components } from '#generated/api';
import type { Actor } from '#platform/identity/actor';
import { type Refusal, refusal } from '#platform/refusals/refusal';

type Audience = components['schemas']['Audience'];

const audienceWidth: Readonly<Record<Audience, number>> = { internal: 0, nda: 1, public: 2 };

/**
 * A wider audience publishes the record, so only a person who may change the trust portal may set it.
 * @param before the audience that the record would have without the request, `internal` for a new record or a new text
 * @returns a refusal if the actor may not set the audience, otherwise undefined
 */
export function audienceRefusal(
  actor: Pick<Actor, 'credential' | 'permissions'>,
  before: Audience,
  after: Audience,
): Refusal<'session_required' | 'missing_permission'> | undefined {
  if (audienceWidth[after] <= audienceWidth[before]) return undefined;
  if (actor.credential !== 'session') return refusal('session_required');
  return checkPermissions(actor, 'trust:update');
}
