/**
 * Generates requests from the contract for each operation. Valid requests are never called invalid, an error names the invalid field, and
 * every answer is declared. `npm run fuzz` does the same for longer.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { contract, sampledContract } from '../support/contract.ts';
import { bodySchemaOf, type GeneratedRequest, inputNames, rootField } from './requests.ts';
import { appliesTo, rarelySuccessful, rules } from './rules.ts';
import { isLongRun, regressions, run, seed, timePerOperation } from './run.ts';
import { isValid } from './schema.ts';
import { createTally } from './tally.ts';
import { checkAnswer, fieldsInError } from './verdict.ts';
import { createWorld } from './world.ts';

const world = createWorld(startApp());
const answers = createTally();
afterAll(() => console.log(`${answers.total} generated requests, seed ${seed}\n${isLongRun ? answers.lines().join('\n') : ''}`));

/** @returns a description of the request and what is wrong with its answer, or undefined if the answer is correct */
async function verdict(request: GeneratedRequest): Promise<string | undefined> {
  const { sent, answer } = await world.ask(request);
  answers.note(request, answer.status);
  const fault = checkAnswer(request, answer);
  return fault && `${sent.method} ${sent.path.slice(0, 500)} ${fault}\n${answer.text.slice(0, 500)}`;
}

test.each(regressions())('the former failure $name is answered as the contract says', async ({ request }) => {
  world.fresh();
  expect(await verdict(request)).toBeUndefined();
});

test.each(rules)('400 for $shownBy.operation, at $field: $reason', async ({ field, shownBy }) => {
  world.fresh();
  const operation = contract.find(({ id }) => id === shownBy.operation);
  const schema = operation && bodySchemaOf(operation);
  expect(schema === undefined || isValid(schema, shownBy.body)).toBe(true);
  const { answer } = await world.ask(shownBy);
  expect(answer.status, answer.text).toBe(400);
  expect(
    fieldsInError(answer).some((name) => appliesTo({ field }, name)),
    answer.text,
  ).toBe(true);
});

describe.each(sampledContract)('$id', (operation) => {
  test('answers generated requests only as the contract says', { timeout: 180_000 + timePerOperation * 2 }, async () => {
    const usedNames = new Set<string>();
    await run(operation, (request) => {
      for (const name of [
        ...Object.keys(request.path),
        ...request.query.map(([parameterName]) => parameterName),
        ...Object.keys(request.headers),
        ...Object.keys(Object(request.body)),
        rootField(request.wrong),
      ])
        usedNames.add(name);
      return verdict(request);
    });
    // The fields of a row depend on its register, which is chosen at random.
    if (!/^(create|update)IsmsRegisterRow$/.test(operation.id))
      expect(inputNames(operation).filter((name) => !usedNames.has(name))).toEqual([]);
  });
  if (isLongRun && !(operation.id in rarelySuccessful))
    test('at least one generated request succeeds', () => {
      expect(Math.min(...answers.statusesOf(operation.id)), answers.statusesOf(operation.id).join(', ')).toBeLessThan(300);
    });
});
