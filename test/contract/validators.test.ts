/** Valid requests are checked by compiled schemas only: the validator that explains errors takes ten times as long. */
import { expect, test } from 'vitest';
import { createValidators } from '#contract/validators';
import { contract, document } from '../support/contract.ts';

const validators = createValidators(document.components);

test('compiled schemas check each query parameter of the contract', () => {
  const uncheckedParameters = contract.flatMap(({ id, method, template, parameters }) => {
    const item = document.paths[template];
    const operation = item?.[method.toLowerCase()];
    if (!operation) return [];
    const fits = validators.request({ parameters: operation.parameters ?? [], responses: operation.responses }, item.parameters ?? []);
    const valuesOf = (name: string) => [parameters.find((parameter) => parameter.name === name)?.example].flat().map(String);
    const path = Object.fromEntries(
      parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => [name, valuesOf(name).join()]),
    );
    const queries = parameters.filter((parameter) => parameter.in === 'query');
    const required = queries.filter((parameter) => parameter.required).map(({ name }) => name);
    return queries
      .filter(({ name }) => {
        const parameterNames = [...new Set([...required, name])];
        const query = new URLSearchParams(parameterNames.flatMap((one) => valuesOf(one).map((value): [string, string] => [one, value])));
        return !fits({ url: `${template}?${query}`, headers: {}, body: undefined }, path);
      })
      .map(({ name }) => `${id} ${name}`);
  });
  expect(uncheckedParameters).toEqual([]);
});
