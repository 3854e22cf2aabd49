/** The registry of providers. The service does not start with an inconsistent manifest. */
import { manifestFieldsOf } from './credential-fields.ts';
import type { Check, Manifest, Variable } from './manifest.ts';

export interface Registry {
  /** Sorted by name. */
  readonly all: readonly Manifest[];
  find(slug: string): Manifest | undefined;
}

/** @throws with all errors, one per line */
export function createRegistry(manifests: readonly Manifest[]): Registry {
  const faults = [
    ...manifests.flatMap(faultsIn),
    ...duplicatesIn(manifests.map(({ slug }) => slug)).map((slug) => `${slug}: is there twice`),
  ];
  if (faults.length) throw new Error(`the manifests of providers are inconsistent:\n${faults.join('\n')}`);
  const bySlug = new Map(manifests.map((manifest) => [manifest.slug, manifest]));
  return { all: manifests.toSorted((one, other) => one.name.localeCompare(other.name, 'en')), find: (slug) => bySlug.get(slug) };
}

/** All variables of a provider without duplicates: its own first, which take precedence over those of its checks. */
export function variablesOf({ variables = [], checks = [] }: Manifest): Variable[] {
  const all = [...variables, ...checks.flatMap((check) => check.variables ?? [])];
  return all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
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

function faultsIn(manifest: Manifest): string[] {
  const { slug, services = [], variables = [], checks = [], credentialFields = [] } = manifest;
  const faults: string[] = [];
  const check = (holds: boolean, fault: string) => void (holds || faults.push(`${slug}: ${fault}`));
  check(/^[a-z][a-z0-9-]{0,63}$/.test(slug), 'the slug is none');
  check(capabilitiesOf(manifest).length > 0, 'can do nothing');
  check(
    checks.every(({ id }) => /^[a-z0-9_-]{1,100}$/.test(id)),
    'the id of a check is none',
  );
  check(
    checks.every(({ service }) => service === undefined || services.some(({ id }) => id === service)),
    'a check is of a service that there is not',
  );
  check(
    services.every(
      ({ id, implemented = true }) => !implemented || manifest.cloud !== undefined || checks.some(({ service }) => service === id),
    ),
    'a service has no checks',
  );
  for (const [what, ids] of Object.entries({
    check: checks.map(({ id }) => id),
    service: services.map(({ id }) => id),
    variable: variables.map(({ id }) => id),
    field: credentialFields.map(({ id }) => id),
  })) {
    for (const id of duplicatesIn(ids)) faults.push(`${slug}: the ${what} ${id} is there twice`);
  }
  for (const { id, type, role } of manifestFieldsOf(manifest)) {
    check(type !== 'password' || role === 'secret', `the password ${id} is no secret`);
    check(type !== 'url' || role === 'destination' || role === 'link', `the address ${id} is no destination`);
  }
  for (const { id, type, options, fetchOptions } of variablesOf(manifest))
    check(
      !type.endsWith('select') || (options === undefined) !== (fetchOptions === undefined),
      `the choice ${id} has no options, or two kinds of them`,
    );
  return faults;
}

function duplicatesIn(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
