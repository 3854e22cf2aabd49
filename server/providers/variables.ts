/** Validates the values of variables, and applies defaults. */
import { type FieldError, type FieldErrors, fieldErrors } from '#platform/refusals/field-errors';
import type { components } from '#generated/api';
import { maskAddress } from './destinations.ts';
import type { Check, Manifest, Variable, Variables, VariableValue } from './manifest.ts';
import { isPathBelow } from './path-below.ts';
import { requiredVariableIds, variablesOf } from './registry.ts';

type VariableInputs = Readonly<Record<string, components['schemas']['IntegrationVariableInput']>>;

/** @returns validation errors of the values, keyed by `variables.<id>` */
export function findVariableErrors(manifest: Manifest, values: VariableInputs): FieldErrors {
  const variablesById = new Map(variablesOf(manifest).map((variable) => [variable.id, variable]));
  return Object.fromEntries(
    Object.entries(values).flatMap(([id, value]) => {
      const variable = variablesById.get(id);
      const error = variable ? findValueError(variable, value) : fieldErrors.unknownMember(id);
      return error === undefined ? [] : [[`variables.${id}`, error]];
    }),
  );
}

function findValueError({ type, options, role }: Variable, value: VariableInputs[string]): FieldError | undefined {
  const allowed = options?.map((option) => option.value);
  if (value === null) return undefined;
  switch (type) {
    case 'text':
      if (typeof value !== 'string') return fieldErrors.wrongType('string');
      if (role === 'link') return hasUserinfo(value) ? fieldErrors.notAllowed('must not contain a user name or a password') : undefined;
      return role === 'path' && !isPathBelow(value) ? fieldErrors.invalidFormat('a path below the address of the connection') : undefined;
    case 'number':
      return typeof value === 'number' ? undefined : fieldErrors.wrongType('number');
    case 'boolean':
      return typeof value === 'boolean' ? undefined : fieldErrors.wrongType('boolean');
    case 'select':
      return typeof value !== 'string'
        ? fieldErrors.wrongType('string')
        : !allowed || allowed.includes(value)
          ? undefined
          : fieldErrors.notInList(allowed);
    case 'multi_select':
      return !Array.isArray(value)
        ? fieldErrors.wrongType('array')
        : !allowed || value.every((item) => allowed.includes(item))
          ? undefined
          : fieldErrors.notInList(allowed);
  }
}

/** @returns whether the text contains a user name or password. It need not be a valid URL, because its scheme may be missing. */
function hasUserinfo(text: string): boolean {
  const [address = ''] = text.replaceAll(/[\t\r\n]/g, '').split(/[?#]/);
  const [scheme = '', host = ''] = address.split(/[/\\]+/);
  return scheme.includes('@') || host.includes('@');
}

/** @returns the values for display and logs, with only the host of a link */
export function toShownVariables(manifest: Manifest, values: Variables): Variables {
  const links = new Set(variablesOf(manifest).flatMap(({ id, role }) => (role === 'link' ? id : [])));
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      links.has(id) && typeof value === 'string' && value !== '' ? maskAddress(value, 'link') : value,
    ]),
  );
}

/** Replaces stored values with the given ones. Null removes a value. */
export function mergeVariables(stored: Variables, inputs: VariableInputs): Variables {
  const entries: [string, VariableValue][] = [];
  for (const [id, value] of Object.entries({ ...stored, ...inputs })) if (value !== null) entries.push([id, value]);
  return Object.fromEntries(entries);
}

/** @returns the stored values, with defaults for variables that are not set */
export function effectiveVariables(manifest: Manifest, stored: Variables): Variables {
  return {
    ...Object.fromEntries(
      variablesOf(manifest).flatMap((variable) => (variable.default === undefined ? [] : [[variable.id, variable.default]])),
    ),
    ...stored,
  };
}

/** @returns whether all required variables are set, so that checks may start automatically (integrations, rule 3) */
export function isComplete(manifest: Manifest, stored: Variables): boolean {
  return areSet(requiredVariableIds(manifest), effectiveVariables(manifest, stored));
}

/** @returns whether every variable that the check requires is set */
export function isCheckComplete(manifest: Manifest, check: Pick<Check, 'variables'>, stored: Variables): boolean {
  const requiredVariables = [...(manifest.variables ?? []), ...(check.variables ?? [])].filter(({ required }) => required);
  return areSet(
    requiredVariables.map(({ id }) => id),
    effectiveVariables(manifest, stored),
  );
}

function areSet(ids: readonly string[], values: Variables): boolean {
  return ids.every((id) => {
    const value = values[id];
    return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  });
}

/** @returns the variable as the API returns it */
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
        ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every((item) => typeof item === 'string')),
    )
  );
}
