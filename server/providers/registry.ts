/** Registers providers. The service does not start if a manifest is inconsistent. */
import { manifestFieldsOf } from './credential-fields.ts';
import type { Check, Manifest, Variable } from './manifest.ts';

export interface Registry {
  /** All providers, sorted by name. */
  readonly all: readonly Manifest[];
  find(slug: string): Manifest | undefined;
}

/** @throws Error with all problems, one per line */
export function createRegistry(manifests: readonly Manifest[]): Registry {
  const problems = [
    ...manifests.flatMap(findProblems),
    ...findDuplicates(manifests.map(({ slug }) => slug)).map((slug) => `${slug}: is there twice`),
  ];
  if (problems.length) throw new Error(`the manifests of providers are inconsistent:\n${problems.join('\n')}`);
  const manifestsBySlug = new Map(manifests.map((manifest) => [manifest.slug, manifest]));
  return {
    all: manifests.toSorted((first, second) => first.name.localeCompare(second.name, 'en')),
    find: (slug) => manifestsBySlug.get(slug),
  };
}

/** @returns all variables of a provider, without duplicates. Its own variables take precedence over variables of its checks. */
export function variablesOf({ variables = [], checks = [] }: Manifest): Variable[] {
  const allVariables = [...variables, ...checks.flatMap((check) => check.variables ?? [])];
  return allVariables.filter(({ id }, index) => allVariables.findIndex((other) => other.id === id) === index);
}

export function requiredVariableIds(manifest: Manifest): string[] {
  return variablesOf(manifest)
    .filter(({ required }) => required)
    .map(({ id }) => id);
}

export function checksOf({ checks = [] }: Manifest): readonly Check[] {
  return checks;
}

export function capabilitiesOf({ checks, employees, devices, cloud }: Manifest): ('checks' | 'sync' | 'device_sync' | 'cloud_scan')[] {
  return [
    ...(checks?.length ? ['checks' as const] : []),
    ...(employees ? ['sync' as const] : []),
    ...(devices ? ['device_sync' as const] : []),
    ...(cloud ? ['cloud_scan' as const] : []),
  ];
}

function findProblems(manifest: Manifest): string[] {
  const { slug, services = [], variables = [], checks = [], credentialFields = [] } = manifest;
  const problems: string[] = [];
  const requireThat = (isMet: boolean, problem: string) => void (isMet || problems.push(`${slug}: ${problem}`));
  requireThat(/^[a-z][a-z0-9-]{0,63}$/.test(slug), 'the slug is none');
  requireThat(capabilitiesOf(manifest).length > 0, 'can do nothing');
  requireThat(
    checks.every(({ id }) => /^[a-z0-9_-]{1,100}$/.test(id)),
    'the id of a check is none',
  );
  requireThat(
    checks.every(({ service }) => service === undefined || services.some(({ id }) => id === service)),
    'a check is of a service that there is not',
  );
  requireThat(
    services.every(
      ({ id, implemented = true }) => !implemented || manifest.cloud !== undefined || checks.some(({ service }) => service === id),
    ),
    'a service has no checks',
  );
  for (const [kind, ids] of Object.entries({
    check: checks.map(({ id }) => id),
    service: services.map(({ id }) => id),
    variable: variables.map(({ id }) => id),
    field: credentialFields.map(({ id }) => id),
  })) {
    for (const id of findDuplicates(ids)) problems.push(`${slug}: the ${kind} ${id} is there twice`);
  }
  for (const { id, type, role } of manifestFieldsOf(manifest)) {
    requireThat(type !== 'password' || role === 'secret', `the password ${id} is no secret`);
    requireThat(type !== 'url' || role === 'destination' || role === 'link', `the address ${id} is no destination`);
  }
  for (const { id, type, options, fetchOptions } of variablesOf(manifest))
    requireThat(
      !type.endsWith('select') || (options === undefined) !== (fetchOptions === undefined),
      `the choice ${id} has no options, or two kinds of them`,
    );
  return problems;
}

function findDuplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
