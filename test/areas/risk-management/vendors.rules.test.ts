/** Unit tests of the ratings, badges and research of vendors. */
import { describe, expect, test } from 'vitest';
import { badgesOfCertifications, badgeTypeOf } from '#domain/vendors/badges';
import { catalog, findInCatalog } from '#areas/risk-management/vendors/rules/catalog';
import { frameworkChecks } from '#areas/risk-management/vendors/rules/framework-checks';
import { ratingOfAssessment, unratedValues, newRatingsOf } from '#areas/risk-management/vendors/rules/outcome';
import { impacts, likelihoods, moveStep, ratingOf } from '#areas/risk-management/vendors/rules/rating';
import { assess, catalogResearch, rate, initialRatings } from '#areas/risk-management/vendors/rules/research';
import { domainOf, isWebsite } from '#areas/risk-management/vendors/rules/website';
import { nextAssessment } from '#areas/risk-management/vendors/runs/monthly';
import { defaultBands } from '#domain/ratings/levels';

const now = new Date('2026-11-23T12:00:00.000Z');
const subject = {
  name: 'Harbour Cloud',
  website: 'https://cloud.example.com',
  domain: 'cloud.example.com',
  category: 'cloud',
  isSubProcessor: false,
  badges: [],
  frameworks: [],
} as const;

test('ratingOf scores all steps with the bands of risks (rule 3)', () => {
  const scores = likelihoods.map((probability) => impacts.map((impact) => ratingOf({ probability, impact }, defaultBands).score));
  expect(scores).toEqual([
    [1, 1, 2, 2, 2],
    [1, 2, 3, 4, 4],
    [2, 3, 4, 5, 6],
    [2, 4, 5, 7, 8],
    [2, 4, 6, 8, 10],
  ]);
  expect(ratingOf({ probability: 'very_likely', impact: 'severe' }, defaultBands)).toEqual({
    raw: 25,
    score: 10,
    level: 'very_high',
    levelLabel: 'Very high',
  });
  expect([moveStep(impacts, 'severe', 1), moveStep(impacts, 'insignificant', -1), moveStep(impacts, 'minor', 1)]).toEqual([
    'severe',
    'insignificant',
    'moderate',
  ]);
});

test('domainOf returns the domain of a public website (rule 4)', () => {
  expect(
    ['https://WWW.Example.com/a', 'http://example.com:8080', 'https://a.b.example.com.', 'https://www.www.example.com'].map(domainOf),
  ).toEqual(['example.com', 'example.com', 'a.b.example.com', 'www.example.com']);
  expect(['http://localhost', 'https://127.0.0.1', 'https://[::1]', 'https://0x7f.1'].map(domainOf)).toEqual(Array(4).fill(undefined));
  expect(['example.com', 'ftp://example.com', 'https://', 'https://[x', 'javascript:alert(1)'].map(isWebsite)).toEqual(
    Array(5).fill(false),
  );
  expect(isWebsite('http://example.com')).toBe(true);
});

test('badgeTypeOf and badgesOfCertifications map certifications to badges (rule 10)', () => {
  expect(
    [
      'SOC 2 Type II',
      'soc-3',
      'ISO 27001',
      'ISO/IEC 27001:2022',
      'ISO 27017',
      '27001',
      'ISO 270011',
      'ISO/IEC 42001:2023',
      'ISO 9001:2015',
      'Payment Card Industry',
      'PCI-DSS 4.0',
      'NEN 7510',
      'CSA STAR',
    ].map(badgeTypeOf),
  ).toEqual([
    'soc2',
    'soc3',
    'iso27001',
    'iso27001',
    undefined,
    undefined,
    undefined,
    'iso42001',
    'iso9001',
    'pci_dss',
    'pci_dss',
    'nen7510',
    undefined,
  ]);
  expect(
    badgesOfCertifications([
      { type: 'SOC 2 Type I', status: 'verified' },
      { type: 'SOC 2 Type II', status: 'verified' },
      { type: 'HIPAA', status: 'expired' },
      { type: 'GDPR', status: 'unknown' },
      { type: 'CSA STAR', status: 'verified' },
    ]),
  ).toEqual([{ type: 'soc2', verified: true }]);
});

describe('the built-in research (rule 8)', () => {
  test.each(Object.entries(initialRatings).map(([category, start]) => ({ category, start })))(
    'starts with the rating of the category $category',
    ({ category, start }) => {
      const rating = rate({ ...subject, category: category as keyof typeof initialRatings }, [], true, now);
      expect(rating).toMatchObject(start);
      expect(rating.rationale).toContain(`"${category.replaceAll('_', ' ')}"`);
      expect(rating.rationale).not.toContain('_');
    },
  );
  test('moves the rating in steps, each with a reason, and never beyond the ends of the scales', () => {
    const soc2 = { type: 'SOC 2', status: 'verified' } as const;
    expect(rate(subject, [], false, now)).toMatchObject({ probability: 'possible', impact: 'severe' });
    expect(rate({ ...subject, isSubProcessor: true }, [], true, now)).toMatchObject({ probability: 'unlikely', impact: 'severe' });
    expect(rate({ category: 'marketing', isSubProcessor: true }, [], true, now).impact).toBe('moderate');
    expect(rate(subject, [soc2], false, now)).toMatchObject({ probability: 'very_unlikely', rationale: expect.stringContaining('SOC 2') });
    expect(rate(subject, [{ ...soc2, expiresAt: '2026-11-23T12:00:00.000Z' }], false, now).probability).toBe('unlikely');
    expect(rate(subject, [{ type: 'HIPAA', status: 'verified' }], false, now).probability).toBe('unlikely');
    expect(rate(subject, [{ type: 'SOC 2', status: 'unknown' }], false, now).probability).toBe('possible');
  });
  test('returns the certifications and links of the catalog, and the badges that people verified', async () => {
    const github = {
      ...subject,
      name: 'Git',
      website: 'https://www.github.com',
      domain: 'github.com',
      category: 'software_as_a_service',
    } as const;
    const { assessment, messages, logoUrl } = await catalogResearch.research(github, new AbortController().signal);
    expect(assessment).toMatchObject({
      inherentProbability: 'unlikely',
      inherentImpact: 'moderate',
      certifications: [
        { type: 'SOC 2', status: 'verified', url: 'https://github.com/security' },
        { type: 'ISO 27001', status: 'verified' },
      ],
      links: [
        { label: 'Security', url: 'https://github.com/security' },
        { label: 'Privacy', url: expect.stringMatching(/^https:\/\/docs\.github\.com\//) },
        { label: 'Terms', url: expect.stringMatching(/^https:\/\/docs\.github\.com\//) },
      ],
      news: null,
    });
    expect([messages.map(({ type }) => type), logoUrl]).toEqual([['searching', 'found', 'analyzing'], null]);
    const badges = [
      { type: 'soc2', verified: true },
      { type: 'hipaa', verified: true },
      { type: 'gdpr', verified: false },
    ] as const;
    expect(assess({ ...github, badges }, findInCatalog('github.com'), now).certifications).toMatchObject([
      { type: 'SOC 2' },
      { type: 'ISO 27001' },
      { type: 'hipaa', status: 'verified' },
    ]);
    expect(assess(subject, undefined, now)).toMatchObject({ certifications: null, links: null, inherentProbability: 'possible' });
    for (const { website } of catalog) expect(domainOf(website), website).toBeDefined();
  });
  test('lists checks for the adopted frameworks', () => {
    expect(frameworkChecks(['SOC 2', 'ISO/IEC 27001:2022', 'House rules']).map((check) => check.split(':')[0])).toEqual([
      'SOC 2',
      'ISO 27001',
    ]);
    expect(frameworkChecks(['HIPAA', 'GDPR', 'PCI DSS'])).toHaveLength(3);
    expect(frameworkChecks(['DORA', 'ISO 42001', 'NIS 2', 'Pandora']).map((check) => check.split(':')[0])).toEqual([
      'ISO 42001',
      'NIS 2',
      'DORA',
    ]);
    expect(assess({ ...subject, frameworks: ['GDPR'] }, undefined, now).securityAssessment).toContain('data processing agreement');
    expect(assess(subject, undefined, now).securityAssessment).not.toContain('To be checked');
  });
});

test('newRatingsOf returns the ratings that an assessment changes (rule 5)', () => {
  const result = { probability: 'likely', impact: 'major' } as const;
  const allRatings = { inherentProbability: 'likely', inherentImpact: 'major', residualProbability: 'likely', residualImpact: 'major' };
  expect(newRatingsOf(unratedValues, result, undefined)).toEqual(allRatings);
  expect(newRatingsOf({ ...unratedValues, residualImpact: 'minor' }, result, undefined)).toEqual({
    inherentProbability: 'likely',
    inherentImpact: 'major',
  });
  expect(newRatingsOf(unratedValues, result, ['inherentImpact', 'residualImpact'])).toEqual({
    inherentImpact: 'major',
    residualImpact: 'major',
  });
  expect(newRatingsOf({ ...unratedValues, inherentImpact: 'minor' }, result, ['inherentImpact'])).toEqual({});
  const assessment = assess(subject, undefined, now);
  expect(ratingOfAssessment(assessment)).toEqual({ probability: 'possible', impact: 'severe' });
  expect(ratingOfAssessment({ ...assessment, rationale: 'Too short.' })).toBeUndefined();
  expect(ratingOfAssessment({ ...assessment, inherentImpact: null })).toBeUndefined();
});

test('nextAssessment returns the time of the next monthly assessment (rule 9)', () => {
  expect(nextAssessment(new Date('2026-12-31T23:59:59.999Z')).toISOString()).toBe('2027-01-01T02:00:00.000Z');
  expect(nextAssessment(new Date('2026-12-01T02:00:00.000Z')).toISOString()).toBe('2027-01-01T02:00:00.000Z');
});
