/** Validates connections and their credentials, without the database. */
import type { FieldErrors } from '#platform/refusals/field-errors';
import { credentialFieldsOf, findMissingFields, findFieldErrors, withDefaults } from '#providers/credential-fields';
import type { Manifest } from '#providers/manifest';
import type { Actor } from '#platform/identity/actor';
import type { ClearFields } from '#platform/ports/vault';
import { connectedInApplication, notOffered } from '../refusals.ts';

/** @returns a refusal if the provider cannot be connected through the API (spec/areas/integrations/integrations, auth strategies) */
export function checkProviderConnectable({ auth, retired }: Pick<Manifest, 'auth' | 'retired'>) {
  return needsBrowser({ auth }) ? connectedInApplication() : retired ? notOffered() : undefined;
}

export function needsBrowser({ auth }: Pick<Manifest, 'auth'>): boolean {
  return auth.type === 'oauth2' && auth.grant === 'authorization_code';
}

/** @param sentFields fields in the request @param allFields all fields that would be stored @returns validation errors by field */
export async function validateCredentials(
  manifest: Manifest,
  organizationId: string,
  sentFields: ClearFields,
  allFields: ClearFields,
): Promise<FieldErrors> {
  const fields = credentialFieldsOf(manifest);
  const errors = { ...findMissingFields(fields, allFields), ...findFieldErrors(fields, sentFields) };
  return Object.keys(errors).length ? errors : ((await manifest.findErrors?.(allFields, organizationId)) ?? {});
}

/** @returns the credentials with default values for missing fields, as the provider needs them */
export function credentialsWithDefaults(manifest: Manifest, allFields: ClearFields): ClearFields {
  return withDefaults(credentialFieldsOf(manifest), allFields);
}

/** @returns values from the credentials that are not secret and help users to tell connections apart */
export function displayOf({ display }: Pick<Manifest, 'display'>, credentials: ClearFields): Readonly<Record<string, string | string[]>> {
  const address = [credentials.baseUrl, credentials.url].find((value) => typeof value === 'string');
  return { ...(typeof address === 'string' && { host: new URL(address).host }), ...display?.(credentials) };
}

/** @returns whether a user started the run by hand, or a program through the API */
export function triggerOf({ credential }: Pick<Actor, 'credential'>): 'manual' | 'api' {
  return credential === 'session' ? 'manual' : 'api';
}
