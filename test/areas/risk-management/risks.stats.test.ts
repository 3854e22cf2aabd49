/** Ratings and statistics of risks. */
import { expect, test } from 'vitest';
import { heatMapStepOf, ratingOf } from '#areas/risk-management/risks/rules/rating';
import { defaultBands } from '#domain/ratings/levels';
import { startApp } from '../../support/app.ts';
import { add, categories, departments, invalid, list, type ListedRisk, riskActors, statuses } from '../../support/risks.ts';

const app = startApp();
const actors = riskActors(app);

test.each([
  [0, 0, 0, 1, 'very_low', 'Very low'],
  [1, 10, 10, 1, 'very_low', 'Very low'],
  [1.1, 10, 11, 2, 'very_low', 'Very low'],
  [2, 10, 20, 2, 'very_low', 'Very low'],
  [3, 7, 21, 3, 'low', 'Low'],
  [4, 10, 40, 4, 'low', 'Low'],
  [4.1, 10, 41, 5, 'medium', 'Medium'],
  [6, 10, 60, 6, 'medium', 'Medium'],
  [6.1, 10, 61, 7, 'high', 'High'],
  [8, 10, 80, 8, 'high', 'High'],
  [9, 9, 81, 9, 'very_high', 'Very high'],
  [10, 10, 100, 10, 'very_high', 'Very high'],
])(
  'a probability of %d and an impact of %d have the raw value %d, the score %d and the level %s',
  (probability, impact, raw, score, level, levelLabel) => {
    expect(ratingOf({ probability, impact, assessed: true }, defaultBands)).toEqual({
      assessed: true,
      raw: expect.closeTo(raw),
      score,
      level,
      levelLabel,
    });
  },
);
test('heatMapStepOf halves a value and rounds up; at whole steps, the score is the same on both scales', () => {
  expect([0, 0.1, 2, 2.1, 4, 4.1, 6, 6.1, 8, 8.1, 10].map(heatMapStepOf)).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  const steps = [1, 2, 3, 4, 5];
  for (const probability of steps) {
    expect(heatMapStepOf(2 * probability)).toBe(probability);
    for (const impact of steps)
      expect(ratingOf({ probability: 2 * probability, impact: 2 * impact, assessed: true }, defaultBands).score).toBe(
        Math.ceil((probability * impact * 10) / 25),
      );
  }
});
test('200 returns statistics that match the list of risks', async () => {
  const { call, organization, member } = await actors.withMember();
  const owners = [member.id, organization.owner.id, undefined];
  for (let n = 0; n < 30; n += 1) {
    const assigneeId = owners[n % 3];
    await add(call, {
      status: statuses[[0, 0, 0, 0, 1, 1, 1, 2, 2, 3][n % 10] ?? 0],
      category: categories[n % 5],
      department: departments[(n * 5) % 6],
      probability: (n * 7) % 11,
      impact: (n * 3) % 11,
      residual_probability: ((n * 5) % 101) / 10,
      residual_impact: (n * 2) % 11,
      ...(assigneeId && { assigneeId }),
    });
  }
  const register = await list(call);
  const count = (matches: (risk: ListedRisk) => boolean) => register.filter(matches).length;
  const counts = (values: readonly string[], valueOf: (risk: ListedRisk) => string) =>
    Object.fromEntries(values.map((value) => [value, count((listed) => valueOf(listed) === value)]));
  const levels = ['very_low', 'low', 'medium', 'high', 'very_high'];
  const cells = [1, 2, 3, 4, 5].flatMap((probability) =>
    [1, 2, 3, 4, 5].map((impact) => ({
      probability,
      impact,
      count: count(
        (listed) =>
          listed.residualRating.assessed &&
          Math.max(1, Math.ceil(listed.residual_probability / 2)) === probability &&
          Math.max(1, Math.ceil(listed.residual_impact / 2)) === impact,
      ),
    })),
  );
  expect((await call('GET', '/v1/risks/stats')).body).toEqual({
    total: 30,
    byStatus: counts(statuses, (listed) => listed.status),
    byCategory: counts(categories, (listed) => listed.category),
    unassigned: count((listed) => listed.assigneeId === null),
    byLevel: {
      inherent: counts(levels, ({ inherentRating: { assessed, level } }) => (assessed ? level : '')),
      residual: counts(levels, ({ residualRating: { assessed, level } }) => (assessed ? level : '')),
    },
    notAssessed: {
      inherent: count((listed) => listed.probability === 0 && listed.impact === 0),
      residual: count((listed) => listed.residual_probability === 0 && listed.residual_impact === 0),
    },
    reviewOverdue: 0,
    heatMap: cells.filter((cell) => cell.count > 0),
  });
  const statsOf = ({ id, name, email }: typeof member) => {
    const countOwn = (status?: string) => count((item) => item.assigneeId === id && (status === undefined || item.status === status));
    return {
      id,
      user: { name, email, image: null },
      totalRisks: countOwn(),
      openRisks: countOwn('open'),
      pendingRisks: countOwn('pending'),
      closedRisks: countOwn('closed'),
      archivedRisks: countOwn('archived'),
    };
  };
  expect((await call('GET', '/v1/risks/stats/by-assignee')).body).toEqual({ data: [statsOf(member), statsOf(organization.owner)] });
  expect((await call('GET', '/v1/risks/stats/by-department')).body).toEqual({
    data: departments
      .map((department) => ({ department, count: count((listed) => listed.department === department) }))
      .filter((item) => item.count > 0),
  });
  for (const url of ['/v1/risks/stats', '/v1/risks/stats/by-assignee', '/v1/risks/stats/by-department'])
    expect(await call('GET', `${url}?x=1`)).toMatchObject(invalid({ x: { _errors: [expect.any(String)] } }));
});
