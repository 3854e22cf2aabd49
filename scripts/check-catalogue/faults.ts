/** The rules for the files of the catalog. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { findRequirementsMetBy } from './met-by.ts';
import { parsePolicyMarkdown } from '#domain/catalogue/rich-text';
import type { PolicySource } from '#domain/catalogue/policy-files';
import type { CatalogueSource, FrameworkSource } from '#domain/catalogue/source';
import { type FrameworkSlug, frameworkSlugs } from '#domain/catalogue/types';
import { forms } from '#domain/evidence-forms/forms/index';
import { scannedTemplates } from '#areas/integrations/cloud-security/rules/task-map';
import { providers } from '#providers/providers/index';
import { checksOf } from '#providers/registry';
import { taskTemplates } from '#providers/task-templates';
import { annexA } from './annex-a.ts';
import { knownCounts } from './known-counts.ts';
import { pointsOfFocus } from './points-of-focus.ts';
import { countWords, countGuidanceWords } from './words.ts';

const matchesSchema = new Ajv2020({ allErrors: true, strict: 'log', strictTypes: false }).compile(
  JSON.parse(readFileSync(new URL('../../server/domain/catalogue/schema.json', import.meta.url), 'utf8')),
);

/** Placeholders that organizations fill in, and the frameworks that a condition can name (frameworks, rule 26). */
const placeholders = new Set([
  'COMPANY',
  'COMPANYINFO',
  'INDUSTRY',
  'EMPLOYEES',
  'DEVICES',
  'SOFTWARE',
  'LOCATION',
  'CRITICAL',
  'DATA',
  'GEO',
]);
const conditions = new Set(['soc2', 'hipaa', 'pipeda', 'gdpr', 'iso27001', 'pci', 'nist', 'ccpa']);
const sections = [
  'Purpose',
  'Definitions',
  'Scope',
  'Roles and responsibilities',
  'Rules',
  'Records and measures',
  'Exceptions',
  'Review',
  'History',
];
/** The minimum and maximum word count of a policy that a company can sign. */
const [minPolicyWords, maxPolicyWords] = [900, 1_500];
/** The minimum word count of guidance that explains how to implement, evidence and test a control. */
const minGuidanceWords = 45;
const maxContentBytes = 512_000;
/** The maximum number of links of one kind in a framework, so that the preview of an update stays bounded (`UpdatePreviewEdges`). */
const maxLinks = 5_000;
/** Forms that are submitted only on occasion: without a submission, nothing is missing (frameworks, rule 25). */
const optionalForms = new Set<string>(forms.filter((form) => form.optional).map(({ type }) => type));
/** Task templates for which an integration check or a cloud scan provides evidence (integrations and cloud-security in spec/areas). */
const tasksWithEvidence = new Set<string>([
  ...providers.all.flatMap((manifest) => checksOf(manifest).flatMap(({ task }) => task ?? [])),
  ...scannedTemplates,
]);
/** Tasks that checks may be mapped to, including those without a check so far. */
const checkedTasks = [...new Set([...Object.keys(taskTemplates), ...tasksWithEvidence])];

/** @returns one line for each fault; only schema faults if there are any, because the other rules rely on the schema */
export function findCatalogueFaults(source: CatalogueSource): string[] {
  if (!matchesSchema(source))
    return (matchesSchema.errors ?? []).map(({ instancePath, message }) => `${placeOf(source, instancePath)}: ${message}`);
  const { frameworks, controls, policies, tasks } = source;
  return [
    ...frameworkSlugs.flatMap((slug) =>
      duplicates(
        slug,
        frameworks[slug].requirements.map(({ identifier }) => identifier),
      ),
    ),
    ...Object.entries({ controls, policies, tasks }).flatMap(([kind, records]) => [
      ...duplicates(
        kind,
        records.map(({ slug }) => slug),
      ),
      ...duplicates(
        kind,
        records.map(({ name }) => name),
      ),
    ]),
    ...frameworkSlugs.flatMap((slug) => partFaults(slug, frameworks[slug])),
    ...annexAFaults(frameworks.iso27001),
    ...pointFaults(frameworks.soc2),
    ...frameworkSlugs.flatMap((slug) => countFaults(slug, frameworks[slug])),
    ...frameworkSlugs.flatMap((slug) => namedFaults(slug, source)),
    ...unusedControls(source),
    ...frameworkSlugs.flatMap((slug) => unmetRequirements(slug, source)),
    ...frameworkSlugs.flatMap((slug) => shortDescriptions(slug, frameworks[slug])),
    ...controls
      .filter((control) => !control.policies.length && !control.tasks.length)
      .map(({ slug }) => `controls ${slug}: has neither policy nor task`),
    ...controls
      .map(({ slug, guidance }) => ({ slug, words: countGuidanceWords(guidance) }))
      .filter(({ words }) => words < minGuidanceWords)
      .map(({ slug, words }) => `controls ${slug}: its guidance has ${words} words, not at least ${minGuidanceWords}`),
    ...controls.flatMap(({ slug, documentTypes }) =>
      documentTypes
        .filter((type) => optionalForms.has(type))
        .map((type) => `controls ${slug}: ${type} is optional, so nobody has to submit it`),
    ),
    ...frameworkSlugs.flatMap((slug) => tooManyLinks(slug, source)),
    ...referenceFaults('policies', source),
    ...referenceFaults('tasks', source),
    ...checkedTasks
      .filter((key) => !tasks.some(({ slug }) => slug === key))
      .map((key) => `tasks ${key}: is missing, checks are mapped to it`),
    ...tasks
      .filter(({ slug, automationStatus }) => (automationStatus === 'automated') !== tasksWithEvidence.has(slug))
      .map(({ slug, automationStatus }) =>
        automationStatus === 'automated'
          ? `tasks ${slug}: says automated, and no check gives evidence for it`
          : `tasks ${slug}: says manual, and a check gives evidence for it`,
      ),
    ...tasks.flatMap(({ slug, description }) =>
      namedFrameworks(description)
        .filter((name) => !Object.values(frameworks).some((framework) => framework.name === name))
        .map((name) => `tasks ${slug}: "For ${name}:" names no framework`),
    ),
    ...policies.flatMap(policyFaults),
  ];
}

function duplicates(kind: string, keys: readonly string[]): string[] {
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))].map((key) => `${kind} ${key}: stands there twice`);
}

function partFaults(slug: FrameworkSlug, { parts = [], requirements }: FrameworkSource): string[] {
  const ids = parts.map(({ id }) => id);
  return [
    ...duplicates(`${slug} parts`, ids),
    ...requirements.flatMap(({ identifier, part }) =>
      part === undefined || ids.includes(part) ? [] : `${slug} ${identifier}: ${part} is no part of the framework`,
    ),
  ];
}

function annexAFaults({ requirements }: FrameworkSource): string[] {
  const foundTitles = new Map(
    requirements.filter(({ identifier }) => identifier.startsWith('A.')).map(({ identifier, name }) => [identifier, name]),
  );
  return [
    ...Object.entries(annexA)
      .filter(([id, title]) => foundTitles.get(id) !== title)
      .map(([id, title]) => `iso27001 ${id}: ${foundTitles.has(id) ? `is called "${foundTitles.get(id)}", not "${title}"` : 'is missing'}`),
    ...[...foundTitles.keys()].filter((id) => !Object.hasOwn(annexA, id)).map((id) => `iso27001 ${id}: is no control of Annex A`),
  ];
}

/** @returns faults for criteria of SOC 2 with the wrong number of points of focus */
function pointFaults({ requirements }: FrameworkSource): string[] {
  return requirements.flatMap(({ identifier, pointsOfFocus: { length } = [] }) =>
    length === pointsOfFocus[identifier] ? [] : `soc2 ${identifier}: has ${length} points of focus, not ${pointsOfFocus[identifier]}`,
  );
}

/** @returns faults for families with the wrong number of requirements */
function countFaults(slug: FrameworkSlug, { requirements }: FrameworkSource): string[] {
  const knownFamilies = knownCounts[slug];

  const byFamily = Map.groupBy(requirements, ({ requirementFamily, part }) =>
    part === undefined ? requirementFamily : `${part}: ${requirementFamily}`,
  );
  return [...new Set([...Object.keys(knownFamilies), ...byFamily.keys()])]
    .filter((family) => (knownFamilies[family] ?? 0) !== (byFamily.get(family)?.length ?? 0))
    .map((family) => `${slug} ${family}: has ${byFamily.get(family)?.length ?? 0} requirements, not ${knownFamilies[family] ?? 0}`);
}

/** @returns faults for controls that a requirement names twice, or that do not exist */
function namedFaults(slug: FrameworkSlug, { frameworks, controls }: CatalogueSource): string[] {
  const knownControls = new Set(controls.map((control) => control.slug));
  return frameworks[slug].requirements.flatMap(({ identifier, controls: namedControls = [] }) => [
    ...duplicates(
      `${slug} ${identifier}: control`,
      namedControls.map((control) => control.slug),
    ),
    ...namedControls
      .filter((control) => !knownControls.has(control.slug))
      .map((control) => `${slug} ${identifier}: there is no control ${control.slug}`),
  ]);
}

function unusedControls({ frameworks, controls }: CatalogueSource): string[] {
  return controls
    .filter((control) => frameworkSlugs.every((slug) => !findRequirementsMetBy(control, frameworks[slug]).length))
    .map(({ slug }) => `controls ${slug}: meets no requirement`);
}

/** @returns faults for requirements without a control */
function unmetRequirements(slug: FrameworkSlug, { frameworks, controls }: CatalogueSource): string[] {
  const knownIdentifiers = new Set(frameworks[slug].requirements.map(({ identifier }) => identifier));
  const met = new Set(controls.flatMap((control) => findRequirementsMetBy(control, frameworks[slug])));
  return [
    ...[...knownIdentifiers].filter((identifier) => !met.has(identifier)).map((identifier) => `${slug} ${identifier}: no control meets it`),
  ];
}

/**
 * @returns faults for requirements with one-sentence descriptions, ignoring the HIPAA marker. Annex A of ISO 27001 is exempt, because
 * statements of applicability ask about it in its own words, in one sentence (`SOAQuestion`).
 */
function shortDescriptions(slug: FrameworkSlug, { requirements }: FrameworkSource): string[] {
  return requirements
    .filter(({ identifier }) => slug !== 'iso27001' || !identifier.startsWith('A.'))
    .filter(({ description }) => !/\.\s/.test(description.replace(/ (?:Required|Addressable)\.$/, '')))
    .map(({ identifier }) => `${slug} ${identifier}: says what has to be done, and not what shows it`);
}

function tooManyLinks(slug: FrameworkSlug, { frameworks, controls }: CatalogueSource): string[] {
  const usedLinks = controls.flatMap((control) => {
    const requirements = findRequirementsMetBy(control, frameworks[slug]);
    return requirements.length ? [{ ...control, requirements }] : [];
  });
  const kinds = ['requirements', 'policies', 'tasks', 'documentTypes'] as const;
  return kinds
    .filter((kind) => usedLinks.reduce((sum, control) => sum + control[kind].length, 0) > maxLinks)
    .map((kind) => `${slug}: its controls have more than ${maxLinks} links to ${kind}`);
}

function referenceFaults(kind: 'policies' | 'tasks', source: CatalogueSource): string[] {
  const knownSlugs = new Set(source[kind].map(({ slug }) => slug));
  const usedSlugs = new Set(source.controls.flatMap((control) => control[kind]));
  return [
    ...source.controls.flatMap((control) =>
      control[kind].filter((slug) => !knownSlugs.has(slug)).map((slug) => `controls ${control.slug}: there is no ${slug} in ${kind}`),
    ),
    ...[...knownSlugs].filter((slug) => !usedSlugs.has(slug)).map((slug) => `${kind} ${slug}: no control uses it`),
  ];
}

function namedFrameworks(description: string): string[] {
  return description.split('\n\n').flatMap((paragraph) => /^For ([^:]+):/.exec(paragraph)?.[1] ?? []);
}

function policyFaults({ slug, markdown }: PolicySource): string[] {
  const fault = (what: string) => `policies ${slug}: ${what}`;
  const content = parsePolicyMarkdown(markdown);
  const words = countWords(markdown);
  const titles = content.content.filter(({ type }) => type === 'heading').map((heading) => heading.content?.[0]?.text ?? '');
  return [
    ...(titles.join() === sections.join() ? [] : [fault(`its sections are ${titles.join(', ')}, not ${sections.join(', ')}`)]),
    ...(words < minPolicyWords || words > maxPolicyWords
      ? [fault(`it has ${words} words, not ${minPolicyWords} to ${maxPolicyWords}`)]
      : []),
    ...(Buffer.byteLength(JSON.stringify(content)) > maxContentBytes ? [fault(`its content is longer than ${maxContentBytes} bytes`)] : []),
    ...(/[*_`]|\]\(/.test(markdown) ? [fault('only headings, paragraphs and lists are understood')] : []),
    ...[...new Set(markdown.match(/\{\{[^{}]*\}\}/g))]
      .filter((tag) => !isKnownTag(tag))
      .map((tag) => fault(`${tag} is neither a placeholder nor a condition`)),
    ...(hasBalancedConditions(markdown) ? [] : [fault('a condition is not closed, or closed without being open')]),
  ];
}

function isKnownTag(tag: string): boolean {
  const [, condition, placeholder] = /^\{\{(?:#if (\w+)|(\w+)|\/if)\}\}$/.exec(tag) ?? [];
  return tag === '{{/if}}' || conditions.has(condition ?? '') || placeholders.has(placeholder ?? '');
}

function hasBalancedConditions(markdown: string): boolean {
  let depth = 0;
  for (const [tag] of markdown.matchAll(/\{\{(#if \w+|\/if)\}\}/g)) {
    depth += tag === '{{/if}}' ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Formats `/tasks/3/name` as `tasks two-factor-auth name`. */
function placeOf(source: unknown, pointer: string): string {
  let currentValue = source;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => {
      currentValue =
        typeof currentValue === 'object' && currentValue !== null ? Object.getOwnPropertyDescriptor(currentValue, step)?.value : undefined;
      const key =
        typeof currentValue === 'object' && currentValue !== null
          ? ['slug', 'identifier']
              .map((name) => Object.getOwnPropertyDescriptor(currentValue, name)?.value)
              .find((value) => typeof value === 'string')
          : undefined;
      return key ?? step;
    })
    .join(' ');
}
