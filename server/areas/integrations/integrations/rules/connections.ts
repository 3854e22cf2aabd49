/** Rules of connections that need no database. */
import { credentialFieldsOf, findMissingFields, findFieldErrors, type ValidationErrors, withDefaults } from '#providers/credential-fields';
import type { Manifest } from '#providers/manifest';
import type { Actor } from '#platform/identity/actor';
import type { ClearFields } from '#platform/ports/vault';
import { connectedInApplication, notOffered } from '../refusals.ts';

/** Refuses providers that cannot be connected through the API (spec/areas/integrations/integrations, auth strategies). */
export function refuseProvider({ auth, retired }: Pick<Manifest, 'auth' | 'retired'>) {
  return needsBrowser({ auth }) ? connectedInApplication() : retired ? notOffered() : undefined;
}

export function needsBrowser({ auth }: Pick<Manifest, 'auth'>): boolean {
  return auth.type === 'oauth2' && auth.grant === 'authorization_code';
}

/** Validation errors of credentials by field. @param sent the given fields @param whole the fields to be stored */
export async function validateCredentials(
  manifest: Manifest,
  organizationId: string,
  sent: ClearFields,
  whole: ClearFields,
): Promise<ValidationErrors> {
  const fields = credentialFieldsOf(manifest);
  const faults = { ...findMissingFields(fields, whole), ...findFieldErrors(fields, sent) };
  return Object.keys(faults).length ? faults : ((await manifest.findErrors?.(whole, organizationId)) ?? {});
}

/** The credentials with defaults, as the provider needs them. */
export function credentialsWithDefaults(manifest: Manifest, whole: ClearFields): ClearFields {
  return withDefaults(credentialFieldsOf(manifest), whole);
}

/** Parts of the credentials that are not secret and help to tell connections apart. */
export function displayOf({ display }: Pick<Manifest, 'display'>, credentials: ClearFields): Readonly<Record<string, string | string[]>> {
  const address = [credentials.baseUrl, credentials.url].find((value) => typeof value === 'string');
  return { ...(typeof address === 'string' && { host: new URL(address).host }), ...display?.(credentials) };
}

/** Whether a user or a program started the run. */
export function triggerOf({ credential }: Pick<Actor, 'credential'>): 'manual' | 'api' {
  return credential === 'session' ? 'manual' : 'api';
}
