/** Converts API values to labels for documents. */

const departments: Readonly<Record<string, string>> = {
  admin: 'Administration',
  gov: 'Governance',
  hr: 'Human resources',
  it: 'IT',
  itsm: 'IT service management',
  qms: 'Quality management',
};

/** @param status an API value such as `needs_review` @returns a label such as `Needs review` */
export function statusLabel(status: string): string {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @returns the label; undefined if there is no department. The name of a custom department is unchanged. */
export function departmentLabel(department: string | null): string | undefined {
  if (department === null || department === '' || department === 'none') return undefined;
  return Object.hasOwn(departments, department) ? departments[department] : department;
}

/** @param date a date or timestamp @returns only the day; any other text is unchanged */
export function dayOf(date: string): string {
  return /^(\d{4}-\d{2}-\d{2})(?:T|$)/.exec(date)?.[1] ?? date;
}
