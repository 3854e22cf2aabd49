/** Rules of timelines that need no database. */
import { describe, expect, test } from 'vitest';
import { trustFrameworkOf } from '#areas/audits/timelines/rules/backfill';
import { areFindingsClosed, findingTypeOf, isComplete, percentOf } from '#areas/audits/timelines/rules/progress';
import { selectNextTemplate, selectTemplate, templatesOf, tracksOf } from '#domain/timelines/templates';

const soc2 = { id: 'frk_1f10843ff7014e47ae895498', name: 'SOC 2' };

describe('plans (rules 1, 3 and 21)', () => {
  test.each([
    ['SOC 2', ['soc2_type1 1 14', 'soc2_type2 1 21', 'soc2_type2 2 35']],
    ['ISO 27001', ['primary 1 14']],
    ['HIPAA', ['primary 1 11']],
    ['GDPR', ['primary 1 11']],
    ['Cyber Basics', ['primary 1 11']],
  ])('of %s have the expected tracks, cycles and weeks', (name, expected) => {
    expect(
      templatesOf({ ...soc2, name }).map(
        ({ trackKey, cycleNumber, phases }) =>
          `${trackKey} ${cycleNumber} ${phases.reduce((sum, { defaultDurationWeeks }) => sum + defaultDurationWeeks, 0)}`,
      ),
    ).toEqual(expected);
  });
  test('have stable ids, which are unique among phases and templates', () => {
    const templates = ['frk_1f10843ff7014e47ae895498', 'frk_120b8b1784f373f8c9e808bf'].flatMap((id) => templatesOf({ ...soc2, id }));
    const ids = templates.flatMap(({ id, phases }) => [id, ...phases.map((phase) => phase.id)]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(templatesOf(soc2)[0]).toMatchObject({
      id: 'tml_ad988e6d7271432eae0d35c7',
      phases: [{ id: 'tpt_7cac9c04b3e6b992656bd5b2' }, {}, {}, {}, {}, {}],
    });
  });
  test('of a cycle come from its own template, or from the template of the highest earlier cycle', () => {
    expect(tracksOf(soc2)).toEqual(['soc2_type1', 'soc2_type2']);
    expect([1, 2, 7].map((cycle) => selectTemplate(soc2, 'soc2_type2', cycle).templateKey)).toEqual([
      'soc2_type2_year1',
      'soc2_type2_renewal',
      'soc2_type2_renewal',
    ]);
    expect(() => selectTemplate(soc2, 'primary', 1)).toThrow('no track');
    for (const template of templatesOf(soc2)) expect(selectNextTemplate(soc2, template, 9).templateKey).toBe(template.nextTemplateKey);
  });
});

describe('figures', () => {
  test.each([
    [0, 0, 0, false],
    [3, 2, 67, false],
    [200, 199, 100, false],
    [3, 3, 100, true],
  ])('of %d records with %d done are %d percent (rules 7 and 8)', (total, done, percent, complete) => {
    expect([percentOf({ total, done }), isComplete({ total, done })]).toEqual([percent, complete]);
  });
  test.each([
    [0, 0, false],
    [2, 1, false],
    [2, 2, true],
  ])('of %d findings with %d closed: whether the phase is complete is %s (rule 9)', (total, closed, expected) => {
    expect(areFindingsClosed({ total, closed })).toBe(expected);
  });
  test.each([
    ['SOC 2', 'soc2'],
    ['iso-27001', 'iso27001'],
    ['ISO 42001', 'iso42001'],
    ['ISO 9001', 'iso9001'],
    ['PCI DSS', 'pci_dss'],
    ['HIPAA', 'hipaa'],
    ['GDPR', 'gdpr'],
    ['Cyber Basics', undefined],
    ['constructor', undefined],
  ])('of the framework %s count findings of the type %s (rule 9)', (name, type) => {
    expect(findingTypeOf(name)).toBe(type);
  });
});

test.each([
  ['SOC 2', 'soc2_type2', 'soc2_type2'],
  ['ISO 27001', 'primary', 'iso_27001'],
  ['Cyber Basics', 'primary', undefined],
])('the trust portal has the framework %s with the track %s as %s (rule 20)', (name, track, expected) => {
  expect(trustFrameworkOf(name, track)).toBe(expected);
});
