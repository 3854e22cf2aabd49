/** Devices in lists that people and programs keep: flat records with known names (spec/areas/integrations, rule 11). */

/** The fields that a list of devices may have. */
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

const isCheck = 'check:';

/**
 * @param fields of one device by name, as the list has them; `check:<id>` is the result of a check
 * @returns the device as a source hands it over, which is still to be proven
 */
export function deviceOf(fields: ReadonlyMap<string, unknown>): object {
  const byName = new Map([...fields].map(([name, value]) => [name.toLowerCase(), value]));
  const known = deviceFields.map((name) => [name, byName.get(name.toLowerCase())] as const);
  const checks = [...fields].flatMap(([name, value]) =>
    name.toLowerCase().startsWith(isCheck) && value !== '' && value !== null
      ? [{ id: name.slice(isCheck.length).trim(), label: name.slice(isCheck.length).trim(), passed: truthOf(value) }]
      : [],
  );
  return {
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined && value !== null && value !== '')),
    ...(truthOf(byName.get('iscompliant')) !== undefined && { isCompliant: truthOf(byName.get('iscompliant')) }),
    ...(checks.length && { checks }),
  };
}

/** What a list says of yes and no; anything else stays what it is, for whoever proves it. */
function truthOf(value: unknown): unknown {
  const written = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return written === 'true' ? true : written === 'false' ? false : written === '' || written === null ? undefined : written;
}
