/** The form that connects a provider, and whether it was filled in right. Messages are by field, in the words of the validator. */
import type { Clear } from '../../platform/ports/vault.ts';
import type { CredentialField, Manifest } from './manifest.ts';

export type Faults = Readonly<Record<string, string>>;

/** What the strategy implies, then what the provider asks besides (spec/areas/integrations, auth strategies). */
export function credentialFieldsOf({ auth, credentialFields = [] }: Manifest): CredentialField[] {
  switch (auth.type) {
    case 'api_key':
      return [
        {
          id: auth.name,
          label: 'API key',
          type: 'password',
          required: !auth.optional,
          ...(auth.helpText !== undefined && { helpText: auth.helpText }),
        },
        ...credentialFields,
      ];
    case 'basic': {
      const { usernameField = 'username', passwordField = 'password' } = auth;
      return [
        { id: usernameField, label: labelOf(usernameField), type: 'text', required: true },
        { id: passwordField, label: labelOf(passwordField), type: 'password', required: true },
        ...credentialFields,
      ];
    }
    case 'oauth2':
      return [
        { id: 'clientId', label: 'Client ID', type: 'text', required: true },
        { id: 'clientSecret', label: 'Client secret', type: 'password', required: true },
        ...(auth.tokenUrl === undefined
          ? [
              {
                id: 'tokenUrl',
                label: 'Token address',
                type: 'url',
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

/** `apiUser` and `api_user` as `Api user`. */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** What was sent, under the ids of the fields: an API key may also be called `api_key`. */
export function named({ auth }: Manifest, given: Clear): Clear {
  return Object.fromEntries(
    Object.entries(given).map(([id, value]) => [auth.type === 'api_key' && id === 'api_key' ? auth.name : id, value]),
  );
}

/** Those that are stored with others over them; an empty text removes one. */
export function merged(stored: Clear, given: Clear): Clear {
  return Object.fromEntries(Object.entries({ ...stored, ...given }).filter(([, value]) => value.length > 0));
}

/** The values that a provider is used with: defaults filled in. */
export function withDefaults(fields: readonly CredentialField[], values: Clear): Clear {
  return {
    ...Object.fromEntries(fields.flatMap(({ id, defaultValue }) => (defaultValue === undefined ? [] : [[id, defaultValue]]))),
    ...values,
  };
}

/** What is wrong with the fields that were sent, by `credentials.<field>`. */
export function faultsSent(fields: readonly CredentialField[], given: Clear): Faults {
  const known = new Map(fields.map((field) => [field.id, field]));
  return Object.fromEntries(
    Object.entries(given).flatMap(([id, value]) => {
      const field = known.get(id);
      const fault = field ? faultOf(field, value) : `Unknown field '${id}'`;
      return fault === undefined ? [] : [[`credentials.${id}`, fault]];
    }),
  );
}

/** Which fields are missing of what is to be stored. */
export function faultsMissing(fields: readonly CredentialField[], values: Clear): Faults {
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
  // Without options there is anything to choose from that has the form.
  if (!options) return value.map((one) => faultOfText(field, one)).find((fault) => fault !== undefined);
  const allowed = options.map((option) => option.value);
  return value.every((one) => allowed.includes(one)) ? undefined : oneOf(allowed);
}

function faultOfText({ type, options = [], pattern }: CredentialField, value: string): string | undefined {
  const allowed = options.map((option) => option.value);
  if (value === '') return undefined;
  if (type !== 'textarea' && /[\p{Cc}]/u.test(value)) return 'must be one line of text';
  if (type === 'url' && !isAddress(value)) return 'must be an address that begins with http:// or https://';
  if (type === 'number' && !Number.isFinite(Number(value))) return 'must be a number';
  if (type === 'select' && !allowed.includes(value)) return oneOf(allowed);
  // oxlint-disable-next-line patterns/literal -- the pattern stands in a manifest of ours, as the contract shows it
  return pattern !== undefined && !new RegExp(pattern, 'u').test(value) ? `must have the form ${pattern}` : undefined;
}

export function oneOf(allowed: readonly string[]): string {
  return `must be equal to one of the allowed values: ${allowed.join(', ')}`;
}

/** An address without a password in it, which would be shown where addresses are. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
