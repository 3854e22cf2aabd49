import { adoptedNames } from '../frameworks/adopted.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { spokenAnswer } from './answers.ts';
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
  DATA: /what type(?:s|\(s\))? of data/i,
  GEO: /where is your data/i,
};
/** Conditions that a text may have: how the name of the framework begins. */
export const kinds = ['soc2', 'hipaa', 'pipeda', 'gdpr', 'iso27001', 'pci', 'nist', 'ccpa'];

/** What is known of the organization now: its name, its context, what was said when it began, and which frameworks it has adopted. */
export async function knownFilling(db: OrganizationDatabase): Promise<Filling> {
  const [organization, onboarding, adopted, catalog, ...asked] = await Promise.all([
    db.selectFrom('organization').select('name').executeTakeFirst(),
    db.selectFrom('onboarding').select('company_details as details').executeTakeFirst(),
    adoptedNames(db),
    db.selectFrom('platform_framework').select(['id', 'name']).execute(),
    ...Object.entries(questions).map(async ([placeholder, question]) => ({
      placeholder,
      question,
      entries: await entriesTo(db, question),
    })),
  ]);
  const frameworkNames = new Map(catalog.map(({ id, name }) => [id, name]));
  const said = {
    COMPANY: organization?.name,
    INDUSTRY: textIn(onboarding?.details, 'industry'),
    EMPLOYEES: textIn(onboarding?.details, 'employees'),
  };
  const answered = asked.map(
    ({ placeholder, question, entries }) => [placeholder, newestAnswer(entries, question, frameworkNames)] as const,
  );
  const values = [...Object.entries(said), ...answered].flatMap(([placeholder, value]) =>
    value === undefined ? [] : [[placeholder, value] as const],
  );
  return { values: Object.fromEntries(values), flags: flagsOf(adopted), edition: 2 };
}

/** Entries of the context that are looked through for an answer: the newest one that says something counts, and most of them do. */
const mostEntries = 20;

/** @returns the newest entries with such a question, the newest first: an organization may have any number of them, each with a long answer */
function entriesTo(db: OrganizationDatabase, question: RegExp) {
  return db
    .selectFrom('context_entry')
    .select(['question', 'answer'])
    .where('question', '~*', question.source)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostEntries)
    .execute();
}

/**
 * @param entries of the context, the newest first
 * @param frameworkNames by id: an answer may name a framework of the catalog by its id, and a text names it by its name
 * @returns what the newest entry with such a question says; undefined when none says anything
 */
export function newestAnswer(
  entries: readonly { readonly question: string; readonly answer: string }[],
  question: RegExp,
  frameworkNames: ReadonlyMap<string, string>,
): string | undefined {
  for (const entry of entries) {
    if (!question.test(entry.question)) continue;
    const said = spokenAnswer(entry.answer).replace(/\bfrk_[0-9a-z]+\b/g, (id) => frameworkNames.get(id) ?? id);
    if (said !== '') return said;
  }
  return undefined;
}

function textIn(details: unknown, field: string): string | undefined {
  const value: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, field) : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** @param names of adopted frameworks, such as `ISO 27001`, `ISO/IEC 27001:2022` or `PCI DSS` @returns the conditions that hold */
export function flagsOf(names: readonly string[]): string[] {
  const plain = names.map((name) =>
    name
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replace(/^isoiec/, 'iso'),
  );
  return kinds.filter((kind) => plain.some((name) => name.startsWith(kind)));
}
