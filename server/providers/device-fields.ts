/** Parses devices from the flat records with known field names that people or programs supply (integrations, rule 11). */

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
 * @param fields the fields of one device by name, as in the list; `check:<id>` is the result of a check
 * @returns the device in the format of a source, not validated yet
 */
export function parseDevice(fields: ReadonlyMap<string, unknown>): object {
  const fieldsByName = new Map([...fields].map(([name, value]) => [name.toLowerCase(), value]));
  const deviceEntries = deviceFields.map((name) => [name, fieldsByName.get(name.toLowerCase())] as const);
  const checks = [...fields].flatMap(([name, value]) =>
    name.toLowerCase().startsWith(checkPrefix) && value !== '' && value !== null
      ? [{ id: name.slice(checkPrefix.length).trim(), label: name.slice(checkPrefix.length).trim(), passed: parseBoolean(value) }]
      : [],
  );
  return {
    ...Object.fromEntries(deviceEntries.filter(([, value]) => value !== undefined && value !== null && value !== '')),
    ...(parseBoolean(fieldsByName.get('iscompliant')) !== undefined && { isCompliant: parseBoolean(fieldsByName.get('iscompliant')) }),
    ...(checks.length && { checks }),
  };
}

/** Parses a boolean. Other values are returned unchanged, so that validation rejects them. */
function parseBoolean(value: unknown): unknown {
  const normalized = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return normalized === 'true' ? true : normalized === 'false' ? false : normalized === '' || normalized === null ? undefined : normalized;
}
