import { describe, expect, test } from 'vitest';
import { routesOf } from '../../server/contract/routes.ts';

const find = routesOf(
  ['/v1/risks', '/v1/risks/{id}', '/v1/risks/stats/by-assignee', '/v1/risks/{id}/tasks/{taskId}', '/v1/risks/{id}/treatments'].map(
    (path) => [path, path],
  ),
);

describe('the path of the contract that an address is', () => {
  test.each([
    ['/v1/risks', '/v1/risks', []],
    ['/v1/risks/', '/v1/risks', []],
    ['/v1/risks/A%20b', '/v1/risks/{id}', ['A%20b']],
    ['/v1/risks/stats', '/v1/risks/{id}', ['stats']],
    ['/v1/risks/stats/by-assignee', '/v1/risks/stats/by-assignee', []],
    ['/v1/risks/stats/treatments', '/v1/risks/{id}/treatments', ['stats']],
    ['/v1/risks/one/tasks/two/', '/v1/risks/{id}/tasks/{taskId}', ['one', 'two']],
  ])('%s is %s', (address, path, values) => expect(find(address)).toMatchObject({ value: path, values }));

  test('with the names of its parameters in their order', () => expect(find('/v1/risks/one/tasks/two')?.names).toEqual(['id', 'taskId']));
  test.each([
    '/',
    '',
    '/v1',
    '/v1//risks',
    '/v1/risks//',
    '/v1/risks//treatments',
    '/v1/risks/one/nothing',
    '/v1/risks/one/tasks',
    '/v2/risks',
    '/V1/Risks',
    '/v1/Risks/one',
  ])('%s is none', (address) => expect(find(address)).toBeUndefined());
});
