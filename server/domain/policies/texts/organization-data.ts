/** Collects the organization's data that fills policy templates (frameworks, rule 26). */
import { listAdoptedNames } from '#domain/frameworks/adopted';
import type { OrganizationDatabase } from '#platform/database/handle';
import { answerToText } from './answers.ts';
import type { Filling } from './filling.ts';

/** The question in the organization's context whose answer is the value of each placeholder (frameworks, rule 26). */
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
/** The flags that conditions in a text can use; each flag is a prefix of a normalized framework name. */
export const frameworkFlags = ['soc2', 'hipaa', 'pipeda', 'gdpr', 'iso27001', 'pci', 'nist', 'ccpa'];

/** @returns the organization's current data, collected from its name, context, onboarding answers and adopted frameworks */
export async function findFilling(db: OrganizationDatabase): Promise<Filling> {
  const [organization, onboarding, adopted, catalog, ...contextAnswers] = await Promise.all([
    db.selectFrom('organization').select('name').executeTakeFirst(),
    db.selectFrom('onboarding').select('company_details as details').executeTakeFirst(),
    listAdoptedNames(db),
    db.selectFrom('platform_framework').select(['id', 'name']).execute(),
    ...Object.entries(questions).map(async ([placeholder, question]) => ({
      placeholder,
      question,
      entries: await findEntries(db, question),
    })),
  ]);
  const frameworkNames = new Map(catalog.map(({ id, name }) => [id, name]));
  const organizationValues = {
    COMPANY: organization?.name,
    INDUSTRY: textIn(onboarding?.details, 'industry'),
    EMPLOYEES: textIn(onboarding?.details, 'employees'),
  };
  const answeredValues = contextAnswers.map(
    ({ placeholder, question, entries }) => [placeholder, findNewestAnswer(entries, question, frameworkNames)] as const,
  );
  const values = [...Object.entries(organizationValues), ...answeredValues].flatMap(([placeholder, value]) =>
    value === undefined ? [] : [[placeholder, value] as const],
  );
  return { values: Object.fromEntries(values), flags: flagsOf(adopted), edition: 2 };
}

/** Maximum number of context entries that are searched for the newest nonempty answer. A few are enough, because most are nonempty. */
const maxEntries = 20;

/** @returns the newest entries with a matching question, newest first; limited because an organization may have many long answers */
function findEntries(db: OrganizationDatabase, question: RegExp) {
  return db
    .selectFrom('context_entry')
    .select(['question', 'answer'])
    .where('question', '~*', question.source)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxEntries)
    .execute();
}

/**
 * @param entries the entries of the context, newest first
 * @param frameworkNames names by id, which replace the ids of catalog frameworks in answers
 * @returns the newest nonempty answer to a matching question; undefined if there is none
 */
export function findNewestAnswer(
  entries: readonly { readonly question: string; readonly answer: string }[],
  question: RegExp,
  frameworkNames: ReadonlyMap<string, string>,
): string | undefined {
  for (const entry of entries) {
    if (!question.test(entry.question)) continue;
    const text = answerToText(entry.answer).replace(/\bfrk_[0-9a-z]+\b/g, (id) => frameworkNames.get(id) ?? id);
    if (text !== '') return text;
  }
  return undefined;
}

function textIn(details: unknown, field: string): string | undefined {
  const value: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, field) : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** @param names the names of adopted frameworks, such as `ISO 27001`, `ISO/IEC 27001:2022` or `PCI DSS` @returns the flags that are set */
export function flagsOf(names: readonly string[]): string[] {
  const normalizedNames = names.map((name) =>
    name
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .replace(/^isoiec/, 'iso'),
  );
  return frameworkFlags.filter((flag) => normalizedNames.some((name) => name.startsWith(flag)));
}
