/**
 * Builds and validates the credential form of a provider. Errors are keyed by field, and have the same messages as errors of the request
 * validator.
 */
import { type FieldError, type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import type { ClearFields } from '#platform/ports/vault';
import type { CredentialField, Manifest, ManifestField } from './manifest.ts';

/** @returns the form as the API returns it */
export function credentialFieldsOf(manifest: Manifest): CredentialField[] {
  return manifestFieldsOf(manifest).map(({ role: _role, ...field }) => field);
}

/** @returns the fields of the auth strategy, followed by the provider's own (spec/areas/integrations/integrations, auth strategies) */
export function manifestFieldsOf({ auth, credentialFields = [] }: Manifest): ManifestField[] {
  switch (auth.type) {
    case 'api_key':
      return [
        {
          id: auth.name,
          label: 'API key',
          type: 'password',
          role: 'secret',
          required: !auth.optional,
          ...(auth.helpText !== undefined && { helpText: auth.helpText }),
        },
        ...credentialFields,
      ];
    case 'basic': {
      const { usernameField = 'username', passwordField = 'password' } = auth;
      return [
        { id: usernameField, label: labelOf(usernameField), type: 'text', role: 'other', required: true },
        { id: passwordField, label: labelOf(passwordField), type: 'password', role: 'secret', required: true },
        ...credentialFields,
      ];
    }
    case 'oauth2':
      return [
        { id: 'clientId', label: 'Client ID', type: 'text', role: 'other', required: true },
        { id: 'clientSecret', label: 'Client secret', type: 'password', role: 'secret', required: true },
        ...(auth.tokenUrl === undefined
          ? [
              {
                id: 'tokenUrl',
                label: 'Token address',
                type: 'url',
                role: 'destination',
                required: true,
                placeholder: 'https://login.example.com/oauth/token',
              } as const,
            ]
          : []),
        ...credentialFields,
      ];
    case 'custom':
      return [...credentialFields];
  }
}

/** Converts `apiUser` or `api_user` to `Api user`. */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** @returns the values by field id. An API key may also be sent as `api_key`, whatever its field id is. */
export function normalizeFieldIds({ auth }: Manifest, values: ClearFields): ClearFields {
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [auth.type === 'api_key' && id === 'api_key' ? auth.name : id, value]),
  );
}

/** Replaces stored values with new values. An empty value removes the stored value. */
export function mergeCredentials(stored: ClearFields, changes: ClearFields): ClearFields {
  return Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, value]) => value.length > 0));
}

/** @returns the values, with default values for missing fields */
export function withDefaults(fields: readonly CredentialField[], values: ClearFields): ClearFields {
  return {
    ...Object.fromEntries(fields.flatMap(({ id, defaultValue }) => (defaultValue === undefined ? [] : [[id, defaultValue]]))),
    ...values,
  };
}

/** @returns validation errors of the values, keyed by `credentials.<field>` */
export function findFieldErrors(fields: readonly CredentialField[], values: ClearFields): FieldErrors {
  const fieldsById = new Map(fields.map((field) => [field.id, field]));
  return Object.fromEntries(
    Object.entries(values).flatMap(([id, value]) => {
      const field = fieldsById.get(id);
      const error = field ? findFieldError(field, value) : fieldErrors.unknownMember(id);
      return error === undefined ? [] : [[`credentials.${id}`, error]];
    }),
  );
}

/** @returns errors for required fields that are missing from the values to store */
export function findMissingFields(fields: readonly CredentialField[], values: ClearFields): FieldErrors {
  return Object.fromEntries(
    fields
      .filter(({ id, required, defaultValue }) => required && defaultValue === undefined && !values[id]?.length)
      .map(({ id }) => [`credentials.${id}`, fieldErrors.required()]),
  );
}

function findFieldError(field: CredentialField, value: string | readonly string[]): FieldError | undefined {
  const { type, options } = field;
  if (type !== 'multi_select') return typeof value === 'string' ? findTextError(field, value) : fieldErrors.wrongType('string');
  if (typeof value === 'string') return fieldErrors.wrongType('array');
  // If no options are listed, any values with the right format are allowed.
  if (!options) return value.map((item) => findTextError(field, item)).find((error) => error !== undefined);
  const allowed = options.map((option) => option.value);
  return value.every((item) => allowed.includes(item)) ? undefined : fieldErrors.notInList(allowed);
}

function findTextError({ type, options = [], pattern }: CredentialField, value: string): FieldError | undefined {
  const allowed = options.map((option) => option.value);
  if (value === '') return undefined;
  if (type !== 'textarea' && /[\p{Cc}]/u.test(value)) return fieldErrors.invalidFormat('one line of text');
  if (type === 'url' && !isSafeUrl(value)) return fieldErrors.invalidUrl('an address that begins with http:// or https://');
  if (type === 'number' && !Number.isFinite(Number(value))) return fieldErrors.wrongType('number');
  if (type === 'select' && !allowed.includes(value)) return fieldErrors.notInList(allowed);
  // oxlint-disable-next-line patterns/literal -- the pattern comes from one of our manifests, not from a user
  return pattern !== undefined && !new RegExp(pattern, 'u').test(value)
    ? { code: 'invalid_format', message: `must have the form ${pattern}`, params: { expected: [pattern] } }
    : undefined;
}

/** @returns whether the text is an HTTP URL without a user and password, which would be visible wherever the URL is displayed */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
