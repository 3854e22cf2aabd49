/** Decisions about connections that need no database. */
import { credentialFieldsOf, faultsMissing, faultsSent, type Faults, withDefaults } from '../../../domain/providers/credential-fields.ts';
import type { Manifest } from '../../../domain/providers/manifest.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Clear } from '../../../platform/ports/vault.ts';
import { inApplication, notOffered } from '../refusals.ts';

/** Why a provider cannot be connected through the interface (spec/areas/integrations, auth strategies). */
export function whyNotConnected({ auth, retired }: Pick<Manifest, 'auth' | 'retired'>) {
  return needsBrowser({ auth }) ? inApplication() : retired ? notOffered() : undefined;
}

export function needsBrowser({ auth }: Pick<Manifest, 'auth'>): boolean {
  return auth.type === 'oauth2' && auth.grant === 'authorization_code';
}

/** What is wrong with credentials, by field. @param sent what was given @param whole what is to be stored */
export async function credentialFaults(manifest: Manifest, organizationId: string, sent: Clear, whole: Clear): Promise<Faults> {
  const fields = credentialFieldsOf(manifest);
  const faults = { ...faultsMissing(fields, whole), ...faultsSent(fields, sent) };
  return Object.keys(faults).length ? faults : ((await manifest.faults?.(whole, organizationId)) ?? {});
}

/** The credentials as the provider is used with them. */
export function usable(manifest: Manifest, whole: Clear): Clear {
  return withDefaults(credentialFieldsOf(manifest), whole);
}

/** What may be shown of credentials, so that one connection can be told from another. */
export function displayOf({ display }: Pick<Manifest, 'display'>, credentials: Clear): Readonly<Record<string, string | string[]>> {
  const address = [credentials.baseUrl, credentials.url].find((value) => typeof value === 'string');
  return { ...(typeof address === 'string' && { host: new URL(address).host }), ...display?.(credentials) };
}

/** What started a run: somebody, or a program. */
export function triggerOf({ credential }: Pick<Actor, 'credential'>): 'manual' | 'api' {
  return credential === 'session' ? 'manual' : 'api';
}
