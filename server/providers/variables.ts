/** The values of variables: their validation and their defaults. */
import type { components } from '#generated/api';
import { type ValidationErrors, notAllowedMessage } from './credential-fields.ts';
import { maskAddress } from './destinations.ts';
import type { Check, Manifest, Variable, Variables, VariableValue } from './manifest.ts';
import { isPathBelow } from './path-below.ts';
import { requiredVariableIds, variablesOf } from './registry.ts';

type Given = Readonly<Record<string, components['schemas']['IntegrationVariableInput']>>;

/** Validation errors of the given values, by `variables.<id>`. */
export function findVariableErrors(manifest: Manifest, given: Given): ValidationErrors {
  const known = new Map(variablesOf(manifest).map((variable) => [variable.id, variable]));
  return Object.fromEntries(
    Object.entries(given).flatMap(([id, value]) => {
      const variable = known.get(id);
      const fault = variable ? faultOf(variable, value) : `Unknown field '${id}'`;
      return fault === undefined ? [] : [[`variables.${id}`, fault]];
    }),
  );
}

function faultOf({ type, options, role }: Variable, value: Given[string]): string | undefined {
  const allowed = options?.map((option) => option.value);
  if (value === null) return undefined;
  switch (type) {
    case 'text':
      if (typeof value !== 'string') return 'must be a string';
      if (role === 'link') return hasUserinfo(value) ? 'must not contain a user name or a password' : undefined;
      return role === 'path' && !isPathBelow(value) ? 'must be a path below the address of the connection' : undefined;
    case 'number':
      return typeof value === 'number' ? undefined : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'select':
      return typeof value !== 'string' ? 'must be a string' : !allowed || allowed.includes(value) ? undefined : notAllowedMessage(allowed);
    case 'multi_select':
      return !Array.isArray(value)
        ? 'must be an array'
        : !allowed || value.every((one) => allowed.includes(one))
          ? undefined
          : notAllowedMessage(allowed);
  }
}

/** Also for a text that is not an address yet, because its scheme is missing. */
function hasUserinfo(text: string): boolean {
  const [address = ''] = text.replaceAll(/[\t\r\n]/g, '').split(/[?#]/);
  const [scheme = '', host = ''] = address.split(/[/\\]+/);
  return scheme.includes('@') || host.includes('@');
}

/** The values as they are shown and logged: only the host of a link. */
export function toShownVariables(manifest: Manifest, values: Variables): Variables {
  const links = new Set(variablesOf(manifest).flatMap(({ id, role }) => (role === 'link' ? id : [])));
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      links.has(id) && typeof value === 'string' && value !== '' ? maskAddress(value, 'link') : value,
    ]),
  );
}

/** Overrides the stored values with the given ones; null clears a value. */
export function mergeVariables(stored: Variables, given: Given): Variables {
  const kept: [string, VariableValue][] = [];
  for (const [id, value] of Object.entries({ ...stored, ...given })) if (value !== null) kept.push([id, value]);
  return Object.fromEntries(kept);
}

/** The effective values: those that are set, and defaults for the others. */
export function effectiveVariables(manifest: Manifest, stored: Variables): Variables {
  return {
    ...Object.fromEntries(
      variablesOf(manifest).flatMap((variable) => (variable.default === undefined ? [] : [[variable.id, variable.default]])),
    ),
    ...stored,
  };
}

/** Whether checks may start automatically (integrations, rule 3). */
export function isComplete(manifest: Manifest, stored: Variables): boolean {
  return areSet(requiredVariableIds(manifest), effectiveVariables(manifest, stored));
}

/** Whether every variable that the check needs is set. */
export function isCheckComplete(manifest: Manifest, check: Pick<Check, 'variables'>, stored: Variables): boolean {
  const needed = [...(manifest.variables ?? []), ...(check.variables ?? [])].filter(({ required }) => required);
  return areSet(
    needed.map(({ id }) => id),
    effectiveVariables(manifest, stored),
  );
}

function areSet(ids: readonly string[], values: Variables): boolean {
  return ids.every((id) => {
    const value = values[id];
    return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  });
}

/** A variable as the API returns it. */
export function toVariable({
  required,
  role: _role,
  fetchOptions,
  options,
  ...variable
}: Variable): components['schemas']['IntegrationVariable'] {
  return {
    ...variable,
    required: required === true,
    hasDynamicOptions: fetchOptions !== undefined,
    ...(options && { options: [...options] }),
  };
}

/** Narrows the type of values from the database, which were validated when they were stored. */
export function parseStoredVariables(stored: unknown): Variables {
  return isVariables(stored) ? stored : {};
}
function isVariables(stored: unknown): stored is Variables {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    Object.values(stored).every(
      (value: unknown) =>
        ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every((one) => typeof one === 'string')),
    )
  );
}
