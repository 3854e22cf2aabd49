/** Tests which path of the contract matches an address. */
import { describe, expect, test } from 'vitest';
import { createRouteFinder } from '#contract/routes';

const findRoute = createRouteFinder(
  ['/v1/risks', '/v1/risks/{id}', '/v1/risks/stats/by-assignee', '/v1/risks/{id}/tasks/{taskId}', '/v1/risks/{id}/treatments'].map(
    (path) => [path, path],
  ),
);

describe('the contract path of an address', () => {
  test.each([
    ['/v1/risks', '/v1/risks', []],
    ['/v1/risks/A%20b', '/v1/risks/{id}', ['A%20b']],
    ['/v1/risks/%72sk', '/v1/risks/{id}', ['%72sk']],
    ['/v1/risks/stats', '/v1/risks/{id}', ['stats']],
    ['/v1/risks/stats/by-assignee', '/v1/risks/stats/by-assignee', []],
    ['/v1/risks/stats/treatments', '/v1/risks/{id}/treatments', ['stats']],
    ['/v1/risks/one/tasks/two', '/v1/risks/{id}/tasks/{taskId}', ['one', 'two']],
  ])('%s matches %s', (address, path, values) => expect(findRoute(address)).toMatchObject({ value: path, values }));

  test('lists the names of its parameters in the order of the path', () =>
    expect(findRoute('/v1/risks/one/tasks/two')?.names).toEqual(['id', 'taskId']));
  test.each([
    '/',
    '',
    '/v1',
    '/v1//risks',
    '/v1/risks/',
    '/v1/risks//',
    '/v1/risks/one/tasks/two/',
    '/v1/ri%73ks',
    '/v1/risks/stat%73/by-assignee',
    '/v1/risks/one/%74asks/two',
    '/v1/risks//treatments',
    '/v1/risks/one/nothing',
    '/v1/risks/one/tasks',
    '/v2/risks',
    '/V1/Risks',
    '/v1/Risks/one',
  ])('%s matches no path', (address) => expect(findRoute(address)).toBeUndefined());
});
