/** The credential form of a provider and its validation. Messages are by field, in the wording of the request validator. */
import type { ClearFields } from '#platform/ports/vault';
import type { CredentialField, Manifest, ManifestField } from './manifest.ts';

export type ValidationErrors = Readonly<Record<string, string>>;

/** The form as the API returns it. */
export function credentialFieldsOf(manifest: Manifest): CredentialField[] {
  return manifestFieldsOf(manifest).map(({ role: _role, ...field }) => field);
}

/** The fields that the auth strategy implies, followed by the provider's own (spec/areas/integrations/integrations, auth strategies). */
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

/** Turns `apiUser` or `api_user` into `Api user`. */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The given values under their field ids: an API key may also be sent as `api_key`. */
export function normalizeFieldIds({ auth }: Manifest, given: ClearFields): ClearFields {
  return Object.fromEntries(
    Object.entries(given).map(([id, value]) => [auth.type === 'api_key' && id === 'api_key' ? auth.name : id, value]),
  );
}

/** Overrides the stored values with the given ones; an empty string removes a value. */
export function mergeCredentials(stored: ClearFields, given: ClearFields): ClearFields {
  return Object.fromEntries(Object.entries({ ...stored, ...given }).filter(([, value]) => value.length > 0));
}

/** The values with the defaults filled in. */
export function withDefaults(fields: readonly CredentialField[], values: ClearFields): ClearFields {
  return {
    ...Object.fromEntries(fields.flatMap(({ id, defaultValue }) => (defaultValue === undefined ? [] : [[id, defaultValue]]))),
    ...values,
  };
}

/** Validation errors of the given fields, by `credentials.<field>`. */
export function findFieldErrors(fields: readonly CredentialField[], given: ClearFields): ValidationErrors {
  const known = new Map(fields.map((field) => [field.id, field]));
  return Object.fromEntries(
    Object.entries(given).flatMap(([id, value]) => {
      const field = known.get(id);
      const fault = field ? faultOf(field, value) : `Unknown field '${id}'`;
      return fault === undefined ? [] : [[`credentials.${id}`, fault]];
    }),
  );
}

/** Errors for required fields that are missing from the values to be stored. */
export function findMissingFields(fields: readonly CredentialField[], values: ClearFields): ValidationErrors {
  return Object.fromEntries(
    fields
      .filter(({ id, required, defaultValue }) => required && defaultValue === undefined && !values[id]?.length)
      .map(({ id }) => [`credentials.${id}`, 'is required']),
  );
}

function faultOf(field: CredentialField, value: string | readonly string[]): string | undefined {
  const { type, options } = field;
  if (type !== 'multi_select') return typeof value === 'string' ? faultOfText(field, value) : 'must be a string';
  if (typeof value === 'string') return 'must be an array';
  // Without a list of options, any value in the right format may be chosen.
  if (!options) return value.map((one) => faultOfText(field, one)).find((fault) => fault !== undefined);
  const allowed = options.map((option) => option.value);
  return value.every((one) => allowed.includes(one)) ? undefined : notAllowedMessage(allowed);
}

function faultOfText({ type, options = [], pattern }: CredentialField, value: string): string | undefined {
  const allowed = options.map((option) => option.value);
  if (value === '') return undefined;
  if (type !== 'textarea' && /[\p{Cc}]/u.test(value)) return 'must be one line of text';
  if (type === 'url' && !isAddress(value)) return 'must be an address that begins with http:// or https://';
  if (type === 'number' && !Number.isFinite(Number(value))) return 'must be a number';
  if (type === 'select' && !allowed.includes(value)) return notAllowedMessage(allowed);
  // oxlint-disable-next-line patterns/literal -- the pattern comes from one of our manifests, not from a user
  return pattern !== undefined && !new RegExp(pattern, 'u').test(value) ? `must have the form ${pattern}` : undefined;
}

export function notAllowedMessage(allowed: readonly string[]): string {
  return `must be equal to one of the allowed values: ${allowed.join(', ')}`;
}

/** Whether it is an HTTP address without a user or password, which would be visible wherever the address is displayed. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
