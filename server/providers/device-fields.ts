/** Devices in lists from people and programs: flat records with known field names (integrations, rule 11). */

/** The supported fields of a device. */
export const deviceFields = [
  'name',
  'platform',
  'userEmail',
  'serialNumber',
  'externalId',
  'hostname',
  'osVersion',
  'hardwareModel',
  'status',
  'isCompliant',
  'lastSeenAt',
] as const;

const checkPrefix = 'check:';

/**
 * @param fields of one device by name, as in the list; `check:<id>` is the result of a check
 * @returns the device in the format of a source; the caller still has to validate it
 */
export function parseDevice(fields: ReadonlyMap<string, unknown>): object {
  const byName = new Map([...fields].map(([name, value]) => [name.toLowerCase(), value]));
  const known = deviceFields.map((name) => [name, byName.get(name.toLowerCase())] as const);
  const checks = [...fields].flatMap(([name, value]) =>
    name.toLowerCase().startsWith(checkPrefix) && value !== '' && value !== null
      ? [{ id: name.slice(checkPrefix.length).trim(), label: name.slice(checkPrefix.length).trim(), passed: parseBoolean(value) }]
      : [],
  );
  return {
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined && value !== null && value !== '')),
    ...(parseBoolean(byName.get('iscompliant')) !== undefined && { isCompliant: parseBoolean(byName.get('iscompliant')) }),
    ...(checks.length && { checks }),
  };
}

/** Parses a boolean. Other values are returned as they are, for the validation to reject. */
function parseBoolean(value: unknown): unknown {
  const normalized = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return normalized === 'true' ? true : normalized === 'false' ? false : normalized === '' || normalized === null ? undefined : normalized;
}
