/** The report on a complete test run (test/support/observed.ts) detects missing and undeclared answers. */
import { expect, test } from 'vitest';
import { declared, reportOn } from '../support/observed.ts';
import { findHeaderMismatches } from '../support/places.ts';

test('reports nothing when a run has produced every declared answer', () => {
  expect(reportOn([...declared, ...declared])).toBe('');
});
test.each(['no body', 'application/json', 'application/problem+json'])(
  'reports a declared answer with %s that no test produced',
  (type) => {
    const missingAnswer = declared.findLast((answer) => answer.endsWith(` ${type}`)) ?? '';
    expect(missingAnswer).toMatch(/^\w+ +\d{3} /);
    expect(reportOn(declared.filter((answer) => answer !== missingAnswer))).toBe(
      `Declared by the contract, but answered in no test:\n  ${missingAnswer}`,
    );
  },
);
test('reports an undeclared answer', () => {
  const [first = ''] = declared;
  const undeclaredAnswer = first.replace(/\d{3}/, '418');
  expect(reportOn([...declared, undeclaredAnswer])).toBe(`Answered, but not declared by the contract:\n  ${undeclaredAnswer}`);
});
test('reports a header whose address differs from the form of its example', () => {
  expect(findHeaderMismatches('createRisk', 201, (name) => (name === 'Location' ? '/v1/risks/rsk_1' : undefined))).toEqual([]);
  const [place] = findHeaderMismatches('createRisk', 201, (name) => (name === 'Location' ? '/v1/risks' : undefined));
  expect(place).toBe('Location: /v1/risks, where the example has /v1/risks/{id}');
  expect(reportOn([...declared, `stray: createRisk ${place}`])).toBe(
    `Sent otherwise than the example of its header shows:\n  createRisk ${place}`,
  );
});
test('reports an answer that failed validation instead of the 500 that replaced it', () => {
  expect(reportOn([...declared, 'misfit: GET /v1/risks: no schema'])).toBe(
    'Kept from being answered, because it does not fit the contract:\n  GET /v1/risks: no schema',
  );
});
