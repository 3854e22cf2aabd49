/** The judgment over a whole run (test/support/observed.ts): it sees what is missing and what is too much. */
import { expect, test } from 'vitest';
import { declared, reportOn } from '../support/observed.ts';
import { strayPlaces } from '../support/places.ts';

test('nothing is said of a run that showed all that is declared', () => {
  expect(reportOn([...declared, ...declared])).toBe('');
});
test.each(['no body', 'application/json', 'application/problem+json'])('one answer with %s that no test produced is named', (type) => {
  const missing = declared.findLast((answer) => answer.endsWith(` ${type}`)) ?? '';
  expect(missing).toMatch(/^\w+ +\d{3} /);
  expect(reportOn(declared.filter((answer) => answer !== missing))).toBe(
    `Declared by the contract, but answered in no test:\n  ${missing}`,
  );
});
test('an answer that is not declared is named', () => {
  const [first = ''] = declared;
  const undeclared = first.replace(/\d{3}/, '418');
  expect(reportOn([...declared, undeclared])).toBe(`Answered, but not declared by the contract:\n  ${undeclared}`);
});
test('a header that leads elsewhere than its example is named', () => {
  expect(strayPlaces('createRisk', 201, (name) => (name === 'Location' ? '/v1/risks/rsk_1' : undefined))).toEqual([]);
  const [place] = strayPlaces('createRisk', 201, (name) => (name === 'Location' ? '/v1/risks' : undefined));
  expect(place).toBe('Location: /v1/risks, where the example has /v1/risks/{id}');
  expect(reportOn([...declared, `stray: createRisk ${place}`])).toBe(
    `Sent otherwise than the example of its header shows:\n  createRisk ${place}`,
  );
});
test('an answer that the check did not let pass is named, and not the 500 it became', () => {
  expect(reportOn([...declared, 'misfit: GET /v1/risks: no schema'])).toBe(
    'Kept from being answered, because it does not fit the contract:\n  GET /v1/risks: no schema',
  );
});
