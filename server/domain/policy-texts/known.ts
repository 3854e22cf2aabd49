import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import type { Filling } from './filling.ts';

/** What answers the placeholders, by what is asked in the context of the organization (spec/areas/frameworks, rule 26). */
const questions: Readonly<Record<string, RegExp>> = {
  COMPANYINFO: /describe your company/i,
  INDUSTRY: /what industry/i,
  EMPLOYEES: /how many employees/i,
  DEVICES: /what devices/i,
  SOFTWARE: /what software/i,
  LOCATION: /how does your team work/i,
  CRITICAL: /where do you host/i,
  DATA: /what types? of data/i,
  GEO: /where is your data/i,
};
/** Conditions that a text may have: how the name of the framework begins. */
const kinds = ['soc2', 'hipaa', 'pipeda', 'gdpr', 'iso27001', 'pci', 'nist', 'ccpa'];

/** What is known of the organization now: its name, its context, what was said when it began, and which frameworks it has adopted. */
export async function knownFilling(db: OrganizationDatabase): Promise<Filling> {
  const [organization, onboarding, context, frameworks] = await Promise.all([
    db.selectFrom('organization').select('name').executeTakeFirst(),
    db.selectFrom('onboarding').select('company_details as details').executeTakeFirst(),
    db.selectFrom('context_entry').select(['question', 'answer']).orderBy('created_at', 'desc').orderBy('id', 'desc').execute(),
    db
      .selectFrom('framework_instance as instance')
      .leftJoin('platform_framework as platform', 'platform.id', 'instance.framework_id')
      .leftJoin('custom_framework as custom', 'custom.id', 'instance.custom_framework_id')
      .select(({ fn }) => fn.coalesce('platform.name', 'custom.name').as('name'))
      .execute(),
  ]);
  const said = {
    COMPANY: organization?.name,
    INDUSTRY: textIn(onboarding?.details, 'industry'),
    EMPLOYEES: textIn(onboarding?.details, 'employees'),
  };
  const answered = Object.entries(questions).map(
    ([placeholder, question]) => [placeholder, context.find((entry) => question.test(entry.question))?.answer] as const,
  );
  const values = [...Object.entries(said), ...answered].flatMap(([placeholder, value]) =>
    value === undefined ? [] : [[placeholder, value] as const],
  );
  return { values: Object.fromEntries(values), flags: flagsOf(frameworks.map(({ name }) => name ?? '')) };
}

function textIn(details: unknown, field: string): string | undefined {
  const value: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, field) : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** @param names of adopted frameworks, such as `ISO 27001` or `PCI DSS` */
export function flagsOf(names: readonly string[]): string[] {
  const plain = names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return kinds.filter((kind) => plain.some((name) => name.startsWith(kind)));
}
