/** Values of variables: whether they fit, and what holds. */
import type { components } from '../../../generated/api.d.ts';
import { type Faults, oneOf } from './credential-fields.ts';
import type { Check, Manifest, Variable, Variables, VariableValue } from './manifest.ts';
import { requiredVariables, variablesOf } from './registry.ts';

type Given = Readonly<Record<string, components['schemas']['IntegrationVariableInput']>>;

/** What is wrong with the values that were sent, by `variables.<id>`. */
export function faultsInVariables(manifest: Manifest, given: Given): Faults {
  const known = new Map(variablesOf(manifest).map((variable) => [variable.id, variable]));
  return Object.fromEntries(
    Object.entries(given).flatMap(([id, value]) => {
      const variable = known.get(id);
      const fault = variable ? faultOf(variable, value) : `Unknown field '${id}'`;
      return fault === undefined ? [] : [[`variables.${id}`, fault]];
    }),
  );
}

function faultOf({ type, options }: Variable, value: Given[string]): string | undefined {
  const allowed = options?.map((option) => option.value);
  if (value === null) return undefined;
  switch (type) {
    case 'text':
      return typeof value === 'string' ? undefined : 'must be a string';
    case 'number':
      return typeof value === 'number' ? undefined : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'select':
      return typeof value !== 'string' ? 'must be a string' : !allowed || allowed.includes(value) ? undefined : oneOf(allowed);
    case 'multi_select':
      return !Array.isArray(value)
        ? 'must be an array'
        : !allowed || value.every((one) => allowed.includes(one))
          ? undefined
          : oneOf(allowed);
  }
}

/** Those that are set with others over them; null clears one. */
export function withValues(stored: Variables, given: Given): Variables {
  const kept: [string, VariableValue][] = [];
  for (const [id, value] of Object.entries({ ...stored, ...given })) if (value !== null) kept.push([id, value]);
  return Object.fromEntries(kept);
}

/** What holds: the values that are set, and the default of each other variable that has one. */
export function effective(manifest: Manifest, stored: Variables): Variables {
  return {
    ...Object.fromEntries(
      variablesOf(manifest).flatMap((variable) => (variable.default === undefined ? [] : [[variable.id, variable.default]])),
    ),
    ...stored,
  };
}

/** Whether checks may start by themselves (spec/areas/integrations, rule 3). */
export function isComplete(manifest: Manifest, stored: Variables): boolean {
  return areSet(requiredVariables(manifest), effective(manifest, stored));
}

/** Whether everything is set that one check needs. */
export function isCheckComplete(manifest: Manifest, check: Pick<Check, 'variables'>, stored: Variables): boolean {
  const needed = [...(manifest.variables ?? []), ...(check.variables ?? [])].filter(({ required }) => required);
  return areSet(
    needed.map(({ id }) => id),
    effective(manifest, stored),
  );
}

function areSet(ids: readonly string[], values: Variables): boolean {
  return ids.every((id) => {
    const value = values[id];
    return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  });
}

/** A variable as its readers see it. */
export function variableOf({ required, fetchOptions, options, ...variable }: Variable): components['schemas']['IntegrationVariable'] {
  return {
    ...variable,
    required: required === true,
    hasDynamicOptions: fetchOptions !== undefined,
    ...(options && { options: [...options] }),
  };
}

/** Proves values of the database, which were checked when they were stored. */
export function storedVariables(stored: unknown): Variables {
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
