/** Tests that the framework catalog has no faults, that each kind of fault is detected, and that its ids do not change. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findCatalogueFaults } from '../../scripts/check-catalogue/faults.ts';
import { assemble } from '#domain/catalogue/assemble';
import { catalogue } from '#domain/catalogue/index';
import { parsePolicyMarkdown } from '#domain/catalogue/rich-text';
import { parsePolicyFile } from '#domain/catalogue/policy-files';
import { catalogueSource } from '#domain/catalogue/source';
import type { FrameworkSlug, MetRequirement } from '#domain/catalogue/types';

/** The type of the catalog source without literal types, so that tests can break it. */
type Loose<Value> = Value extends readonly (infer Item)[]
  ? Loose<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Loose<Value[Key]> }
    : Value;
type Source = Loose<typeof catalogueSource>;
const copySource = (): Source => JSON.parse(JSON.stringify(catalogueSource));
const firstOf = <Item>([item]: readonly Item[]): Item => {
  if (item === undefined) throw new Error('Nothing there');
  return item;
};
const findBySlug = <Item extends { slug: string }>(items: readonly Item[], slug: string) =>
  firstOf(items.filter((item) => item.slug === slug));
const requirement = (all: Source, framework: FrameworkSlug, identifier: string) =>
  firstOf(all.frameworks[framework].requirements.filter((one) => one.identifier === identifier));
const withoutSlug = <Item extends { slug: string }>(items: readonly Item[], slug: string) => items.filter((item) => item.slug !== slug);

test('the catalog has no faults', () => expect(findCatalogueFaults(catalogueSource)).toEqual([]));

const faultCases: [kind: string, change: (all: Source) => unknown, ...faults: string[]][] = [
  [
    'a field missing',
    (all) => Reflect.deleteProperty(findBySlug(all.controls, 'backups'), 'controlFamily'),
    "controls backups: must have required property 'controlFamily'",
  ],
  [
    'a field too many',
    (all) => Object.assign(findBySlug(all.tasks, 'backup-logs'), { id: 'frk_tt_1' }),
    'tasks backup-logs: must NOT have additional properties',
  ],
  [
    'a name too long',
    (all) => {
      requirement(all, 'hipaa', '164.312(b)').name = 'a'.repeat(256);
    },
    'frameworks hipaa requirements 164.312(b) name: must NOT have more than 255 characters',
  ],
  [
    'a description too long',
    (all) => {
      all.frameworks.gdpr.description = `A${'a'.repeat(2000)}.`;
    },
    'frameworks gdpr description: must NOT have more than 2000 characters',
  ],
  [
    'a version too long',
    (all) => {
      all.frameworks.gdpr.version = '1'.repeat(51);
    },
    'frameworks gdpr version: must NOT have more than 50 characters',
  ],
  [
    'too many records',
    (all) => {
      all.tasks = Array.from({ length: 501 }, () => firstOf(all.tasks));
    },
    'tasks: must NOT have more than 500 items',
  ],
  [
    'too many links',
    (all) => {
      const control = findBySlug(all.controls, 'backups');
      const slugs = all.tasks.map(({ slug }) => slug);
      const copies = Array.from({ length: Math.ceil(5_000 / slugs.length) + 1 }, (_one, index) => `copy-${index}`);
      all.controls.push(...copies.map((slug) => ({ ...control, slug, name: slug, tasks: slugs })));
      for (const [index, slug] of copies.entries()) all.frameworks.soc2.requirements[index]?.controls?.push({ slug, strength: 'supports' });
    },
    'soc2: its controls have more than 5000 links to tasks',
  ],
  [
    'a frequency that there is not',
    (all) => {
      findBySlug(all.policies, 'backup').frequency = 'daily';
    },
    'policies backup frequency: must be equal to one of the allowed values',
  ],
  [
    'a department that there is not',
    (all) => {
      findBySlug(all.policies, 'backup').department = 'sales';
    },
    'policies backup department: must be equal to one of the allowed values',
  ],
  [
    'a requirement lost',
    (all) => {
      all.frameworks.gdpr.requirements.pop();
    },
    'gdpr Transfers to third countries: has 5 requirements, not 6',
  ],
  [
    'a point of focus lost',
    (all) => {
      requirement(all, 'soc2', 'CC9.1').pointsOfFocus?.pop();
    },
    'soc2 CC9.1: has 1 points of focus, not 2',
  ],
  [
    'a form that there is not',
    (all) => {
      findBySlug(all.controls, 'backups').documentTypes = ['rbac_matrix'];
    },
    'controls backups documentTypes 0: must be equal to one of the allowed values',
  ],
  [
    'a form that nobody has to submit',
    (all) => {
      findBySlug(all.controls, 'backups').documentTypes = ['rbac-matrix', 'whistleblower-report', 'access-request', 'account-types'];
    },
    'controls backups: whistleblower-report is optional, so nobody has to submit it',
    'controls backups: access-request is optional, so nobody has to submit it',
    'controls backups: account-types is optional, so nobody has to submit it',
  ],
  [
    'half a sentence',
    (all) => {
      findBySlug(all.controls, 'backups').description = 'Copies are made';
    },
    'controls backups description: must match pattern "^[A-Z0-9][^]*[.]$"',
  ],
  [
    'a slug twice',
    (all) => all.tasks.push({ ...findBySlug(all.tasks, 'backup-logs'), name: 'Others' }),
    'tasks backup-logs: stands there twice',
  ],
  [
    'a name twice',
    (all) => {
      findBySlug(all.controls, 'backups').name = 'Restore tests';
      findBySlug(all.controls, 'restore-test').name = 'Restore tests';
    },
    'controls Restore tests: stands there twice',
  ],
  [
    'an identifier twice',
    (all) => all.frameworks.soc2.requirements.push(requirement(all, 'soc2', 'CC1.1')),
    'soc2 CC1.1: stands there twice',
    'soc2 security: Control environment: has 6 requirements, not 5',
  ],
  [
    'a control of Annex A missing',
    (all) => {
      all.frameworks.iso27001.requirements = all.frameworks.iso27001.requirements.filter(({ identifier }) => identifier !== 'A.8.6');
    },
    'iso27001 A.8.6: is missing',
    'iso27001 A.8 Technological controls: has 33 requirements, not 34',
  ],
  [
    'a control too many in Annex A',
    (all) => {
      requirement(all, 'iso27001', '4.1').identifier = 'A.9.1';
    },
    'iso27001 A.9.1: is no control of Annex A',
  ],
  [
    'another title in Annex A',
    (all) => {
      requirement(all, 'iso27001', 'A.8.13').name = 'Copies';
    },
    'iso27001 A.8.13: is called "Copies", not "Backups"',
  ],
  [
    'a requirement that nobody meets',
    (all) => {
      const { controls: _met, ...unmet } = requirement(all, 'gdpr', 'Art. 6');
      all.frameworks.gdpr.requirements.push({ ...unmet, identifier: 'Art. 99' });
    },
    'gdpr Principles: has 14 requirements, not 13',
    'gdpr Art. 99: no control meets it',
  ],
  [
    'a control without work',
    (all) =>
      Object.assign(findBySlug(all.controls, 'risk-treatment'), { policies: [], tasks: ['risk-register-review'] }) &&
      Object.assign(findBySlug(all.controls, 'fraud-risk'), { policies: [], tasks: [] }),
    'controls fraud-risk: has neither policy nor task',
    'tasks risk-treatment-plan: no control uses it',
    'tasks insurance-review: no control uses it',
    'tasks fraud-risk-assessment: no control uses it',
  ],
  [
    'a requirement missing of which the number is known',
    (all) => {
      all.frameworks.nistcsf.requirements = all.frameworks.nistcsf.requirements.filter(({ identifier }) => identifier !== 'RS.MI-02');
    },
    'nistcsf Respond: mitigation (RS.MI): has 1 requirements, not 2',
  ],
  [
    'a family that the standard does not have',
    (all) => {
      requirement(all, 'cmmc', 'CA.L3-3.12.1e').requirementFamily = 'Tests';
    },
    'cmmc level_3: Security assessment (CA): has 0 requirements, not 1',
    'cmmc level_3: Tests: has 1 requirements, not 0',
  ],
  [
    'a requirement that names a control twice, and one that there is not',
    (all) =>
      requirement(all, 'nist800171', '3.6.3').controls?.push(
        { slug: 'incident-exercise', strength: 'partial' },
        { slug: 'drills', strength: 'full' },
      ),
    'nist800171 3.6.3: control incident-exercise: stands there twice',
    'nist800171 3.6.3: there is no control drills',
  ],
  [
    'a strength that there is not',
    (all) => {
      requirement(all, 'nistcsf', 'GV.OC-01').controls = [{ slug: 'isms-scope', strength: 'strong' }];
    },
    'frameworks nistcsf requirements GV.OC-01 controls isms-scope strength: must be equal to one of the allowed values',
  ],
  [
    'a control that meets nothing',
    (all) => {
      const spare = { ...findBySlug(all.controls, 'backups'), slug: 'spare', name: 'Spare' };
      all.controls.push(spare);
    },
    'controls spare: meets no requirement',
  ],
  [
    'a policy that there is not',
    (all) => findBySlug(all.controls, 'backups').policies.push('backups'),
    'controls backups: there is no backups in policies',
  ],
  [
    'a task that there is not',
    (all) => findBySlug(all.controls, 'backups').tasks.push('backups'),
    'controls backups: there is no backups in tasks',
  ],
  [
    'a policy that nobody uses',
    (all) => all.policies.push({ ...findBySlug(all.policies, 'backup'), slug: 'spare', name: 'Spare Policy' }),
    'policies spare: no control uses it',
  ],
  [
    'a task that nobody uses',
    (all) => all.tasks.push({ ...findBySlug(all.tasks, 'backup-logs'), slug: 'spare', name: 'Spare' }),
    'tasks spare: no control uses it',
    'tasks spare: says automated, and no check gives evidence for it',
  ],
  [
    'a requirement of which nothing shows that it is met',
    (all) => {
      requirement(all, 'hipaa', '164.312(b)').description = 'Record activity. Required.';
      requirement(all, 'gdpr', 'Art. 31').description = 'Cooperate with the authority.';
    },
    'hipaa 164.312(b): says what has to be done, and not what shows it',
    'gdpr Art. 31: says what has to be done, and not what shows it',
  ],
  [
    'a task missing that checks are mapped to',
    (all) => {
      all.tasks = withoutSlug(all.tasks, 'tls-https');
    },
    'controls encryption-in-transit: there is no tls-https in tasks',
    'tasks tls-https: is missing, checks are mapped to it',
  ],
  [
    'a task that says automated without a check',
    (all) => {
      findBySlug(all.tasks, 'vendor-register').automationStatus = 'automated';
    },
    'tasks vendor-register: says automated, and no check gives evidence for it',
  ],
  [
    'a task that says manual although there is a check',
    (all) => {
      findBySlug(all.tasks, 'code-changes').automationStatus = 'manual';
    },
    'tasks code-changes: says manual, and a check gives evidence for it',
  ],
  [
    'a paragraph for a framework that there is not',
    (all) => {
      findBySlug(all.tasks, 'backup-logs').description += '\n\nFor ISO 27002: More.';
    },
    'tasks backup-logs: "For ISO 27002:" names no framework',
  ],
  [
    'a section missing',
    (all) => {
      findBySlug(all.policies, 'backup').markdown = '## Purpose\nSafe.';
    },
    'policies backup: its sections are Purpose, not Purpose, Definitions, Scope, Roles and responsibilities, Rules, Records and measures, Exceptions, Review, History',
    'policies backup: it has 2 words, not 900 to 1500',
  ],
  [
    'a policy too short',
    (all) => {
      const policy = findBySlug(all.policies, 'backup');
      policy.markdown = policy.markdown.replace(/^(## Rules\n).*?(?=^## )/ms, '$1- Restore.\n\n');
    },
    expect.stringMatching(/^policies backup: it has [4-7]\d\d words, not 900 to 1500$/),
  ],
  [
    'a policy too long',
    (all) => {
      findBySlug(all.policies, 'backup').markdown += ' word'.repeat(1_500);
    },
    expect.stringMatching(/^policies backup: it has 2\d\d\d words, not 900 to 1500$/),
  ],
  [
    'a control without guidance',
    (all) => Reflect.deleteProperty(findBySlug(all.controls, 'backups'), 'guidance'),
    "controls backups: must have required property 'guidance'",
  ],
  [
    'guidance in one sentence',
    (all) => {
      findBySlug(all.controls, 'backups').guidance.implementation = 'Make copies.';
    },
    'controls backups guidance implementation: must match pattern "^[A-Z][^]*[.] [A-Z][^]*[.]$"',
  ],
  [
    'guidance too short',
    (all) => {
      findBySlug(all.controls, 'backups').guidance = {
        implementation: 'Make copies. Try them.',
        evidence: ['Copies.', 'Logs.'],
        testSteps: ['Ask.', 'Look.', 'Try.'],
      };
    },
    'controls backups: its guidance has 9 words, not at least 45',
  ],
  [
    'too few steps of a test',
    (all) => {
      findBySlug(all.controls, 'backups').guidance.testSteps.length = 2;
    },
    'controls backups guidance testSteps: must NOT have fewer than 3 items',
  ],
  [
    'a text too long',
    (all) => {
      findBySlug(all.policies, 'backup').markdown += 'a'.repeat(512_000);
    },
    'policies backup: its content is longer than 512000 bytes',
  ],
  [
    'marks that are not understood',
    (all) => {
      findBySlug(all.policies, 'backup').markdown += 'A **bold** word.';
    },
    'policies backup: only headings, paragraphs and lists are understood',
  ],
  [
    'a placeholder that there is not',
    (all) => {
      findBySlug(all.policies, 'backup').markdown += '{{OWNER}}';
    },
    'policies backup: {{OWNER}} is neither a placeholder nor a condition',
  ],
  [
    'a condition that there is not',
    (all) => {
      findBySlug(all.policies, 'backup').markdown += '{{#if sox}}Yes.{{/if}}';
    },
    'policies backup: {{#if sox}} is neither a placeholder nor a condition',
  ],
  [
    'a condition left open',
    (all) => {
      findBySlug(all.policies, 'backup').markdown += '{{#if gdpr}}';
    },
    'policies backup: a condition is not closed, or closed without being open',
  ],
  [
    'a condition closed twice',
    (all) => {
      findBySlug(all.policies, 'backup').markdown += '{{/if}}';
    },
    'policies backup: a condition is not closed, or closed without being open',
  ],
];
test.each(faultCases)('%s is detected', (_kind, change, ...faults) => {
  const all = copySource();
  change(all);
  expect(findCatalogueFaults(all)).toEqual(faults);
});

test('ids are unique, and the same in every installation', () => {
  const [soc2] = catalogue.frameworks;
  expect([soc2?.id, soc2?.requirements[0]?.id]).toEqual(['frk_1f10843ff7014e47ae895498', 'frk_rq_a1902af6d481c6b6050f6175']);
  const [control, policy, task] = [
    findBySlug(catalogue.controls, 'access-review'),
    findBySlug(catalogue.policies, 'access-control'),
    findBySlug(catalogue.tasks, 'access-review-log'),
  ];
  expect([control.id, policy.id, task.id]).toEqual([
    'frk_ct_62c178d2547e5d4ff32f7430',
    'frk_pt_c393a6916757b97613cebf0f',
    'frk_tt_c818428e6878591610037aee',
  ]);
  const ids = [
    catalogue.frameworks,
    catalogue.frameworks.flatMap(({ requirements }) => requirements),
    catalogue.controls,
    catalogue.policies,
    catalogue.tasks,
  ]
    .flat()
    .map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
test('requirements are in the order of their file, and a control names the requirements that it meets at least in part', () => {
  for (const { requirements } of catalogue.frameworks)
    expect(requirements.map(({ sortOrder }) => sortOrder)).toEqual(requirements.map((_one, index) => index + 1));
  expect(findBySlug(catalogue.controls, 'statement-of-applicability').requirements).toEqual({
    iso27001: [{ identifier: '6.1.3', strength: 'partial' }],
  });
});
test('level 2 of CMMC is NIST SP 800-171, requirement by requirement and with its controls', () => {
  const requirements = (slug: FrameworkSlug) => firstOf(catalogue.frameworks.filter((framework) => framework.slug === slug)).requirements;
  const levelTwo = requirements('cmmc').filter(({ part }) => part === 'level_2');
  expect(levelTwo.map(({ identifier }) => identifier.replace(/^[A-Z]{2}\.L2-/, ''))).toEqual(
    requirements('nist800171').map(({ identifier }) => identifier),
  );
  expect(levelTwo.map(({ description }) => description)).toEqual(requirements('nist800171').map(({ description }) => description));
  expect(levelTwo.find(({ identifier }) => identifier === 'RA.L2-3.11.2')?.requirementFamily).toBe('Risk assessment (RA)');
  for (const { requirements } of catalogue.controls)
    expect(
      (requirements.cmmc ?? []).flatMap(({ identifier, strength }) =>
        identifier.includes('.L2-') ? { identifier: identifier.slice('AC.L2-'.length), strength } : [],
      ),
    ).toEqual(requirements.nist800171 ?? []);
});
test('FedRAMP adds requirements to the baselines of NIST SP 800-53, with the same texts, controls and order as the publication', () => {
  const requirements = (slug: FrameworkSlug) => firstOf(catalogue.frameworks.filter((framework) => framework.slug === slug)).requirements;
  const numbersOf = (identifier: string) =>
    [identifier.slice(0, 2), ...(identifier.match(/\d+/g) ?? []).map((one) => one.padStart(2, '0'))].join();
  const identifiers = requirements('fedramp').map(({ identifier }) => identifier);
  expect(identifiers).toEqual([...identifiers].sort((one, other) => (numbersOf(one) < numbersOf(other) ? -1 : 1)));
  const nist = new Map(requirements('nist80053').map((requirement) => [requirement.identifier, requirement]));
  const ownRequirements = requirements('fedramp').filter(({ identifier }) => !nist.has(identifier));
  expect(ownRequirements).toHaveLength(26);
  for (const { identifier, part } of nist.values()) if (part !== 'high_baseline') expect(identifiers, identifier).toContain(identifier);
  for (const { identifier, description, name, part } of requirements('fedramp')) {
    const nistRequirement = nist.get(identifier);
    if (!nistRequirement) continue;
    expect({ description, name }).toEqual({ description: nistRequirement.description, name: nistRequirement.name });
    if (nistRequirement.part === 'low_baseline') expect(part, identifier).toBe('low');
  }
  const shared = (met: readonly MetRequirement[] = []) =>
    met.filter(({ identifier }) => nist.has(identifier) && identifiers.includes(identifier));
  for (const { requirements: met } of catalogue.controls) expect(new Set(shared(met.fedramp))).toEqual(new Set(shared(met.nist80053)));
});
test('the server also rejects an unknown value and a missing field when it reads the catalog', () => {
  const all = copySource();
  firstOf(all.tasks).automationStatus = 'SOMETIMES';
  expect(() => assemble(all)).toThrow('SOMETIMES is not one of automated, manual');
  expect(() => parsePolicyFile('backup', '---\nname: Backup\n---\n## Purpose')).toThrow('backup.md: no description');
});
test('a policy is parsed into headings, paragraphs and lists, with each condition in a paragraph of its own', () => {
  const text = (words: string) => ({ type: 'text', text: words });
  const paragraph = (words: string) => ({ type: 'paragraph', content: [text(words)] });
  const list = (...items: string[]) => ({
    type: 'bulletList',
    content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
  });
  expect(
    parsePolicyMarkdown('## Rules\nAll of it\nholds:\n- one\n  and more\n- two\n{{#if gdpr}}\n- three\n{{/if}}\nEnd {{COMPANY}}.\n'),
  ).toEqual({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('Rules')] },
      paragraph('All of it holds:'),
      list('one and more', 'two'),
      paragraph('{{#if gdpr}}'),
      list('three'),
      paragraph('{{/if}}'),
      paragraph('End {{COMPANY}}.'),
    ],
  });
});

test('the command exits with 0 if there are no faults, and otherwise with 1 and one line for each fault', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'catalogue-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const copiedPaths = ['server', 'scripts/check-catalogue', 'scripts/check-catalogue.ts'];
  for (const part of ['package.json', ...copiedPaths]) cpSync(part, path.join(folder, part), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const run = () =>
    promisify(execFile)(process.execPath, ['scripts/check-catalogue.ts'], { cwd: folder }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
    );
  expect(await run()).toEqual({ code: 0, said: expect.stringMatching(/^Catalog: requirements of SOC 2 61, ISO 27001 123, /) });
  const file = path.join(folder, 'server/domain/catalogue/data/policies/backup.md');
  writeFileSync(file, readFileSync(file, 'utf8').replace('{{CRITICAL}}', '{{CLOUD}}'));
  expect(await run()).toEqual({ code: 1, said: 'policies backup: {{CLOUD}} is neither a placeholder nor a condition\n' });
});
