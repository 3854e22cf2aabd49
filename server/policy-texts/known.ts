import type { OrganizationDatabase } from '../database/handle.ts';
import type { Filling } from './filling.ts';

/** Conditions that a text may have: how the name of the framework begins. */
const kinds = ['soc2', 'hipaa', 'pipeda', 'gdpr', 'iso27001', 'pci', 'nist', 'ccpa'];

/** What is known of the organization now: its name, what was said when it began, and which frameworks it has adopted. */
export async function knownFilling(db: OrganizationDatabase): Promise<Filling> {
  const [organization, onboarding, frameworks] = await Promise.all([
    db.selectFrom('organization').select('name').executeTakeFirst(),
    db.selectFrom('onboarding').select('company_details as details').executeTakeFirst(),
    db.selectFrom('framework_instance as instance').leftJoin('platform_framework as platform', 'platform.id', 'instance.framework_id').leftJoin('custom_framework as custom', 'custom.id', 'instance.custom_framework_id')
      .select(({ fn }) => fn.coalesce('platform.name', 'custom.name').as('name')).execute(),
  ]);
  const details = onboarding?.details;
  const said = (field: string) => {
    const value: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, field) : undefined;
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const values = { COMPANY: organization?.name, INDUSTRY: said('industry'), EMPLOYEES: said('employees') };
  return { values: Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))), flags: flagsOf(frameworks.map(({ name }) => name ?? '')) };
}

/** @param names of adopted frameworks, such as `ISO 27001` or `PCI DSS` */
export function flagsOf(names: readonly string[]): string[] {
  const plain = names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return kinds.filter((kind) => plain.some((name) => name.startsWith(kind)));
}
