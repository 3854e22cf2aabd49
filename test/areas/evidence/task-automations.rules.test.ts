/** Rules of declarative checks, without the database. */
import type { JSONValue } from 'json-p3';
import { describe, expect, test } from 'vitest';
import { isAllowedHost } from '#areas/evidence/task-automations/runs/declarative-checks/hosts';
import { parseCriteriaLines } from '#areas/evidence/task-automations/runs/declarative-checks/lines';
import { isCriterionTrue } from '#areas/evidence/task-automations/runs/declarative-checks/operators';
import { parseCheck } from '#areas/evidence/task-automations/runs/declarative-checks/parse';
import { parsePath } from '#areas/evidence/task-automations/runs/declarative-checks/paths';
import { cpuTimeOf } from '../../support/cpu-time.ts';

const now = Date.parse('2026-05-20T12:00:00.000Z');

describe('operators', () => {
  test.each([
    ['equals', { a: [1, 'x'] }, { a: [1, 'x'] }, true],
    ['equals', '1', 1, false],
    ['equals', 0, -0, true],
    ['notEquals', 1, 2, true],
    ['notEquals', 1, 1, false],
    ['greaterThan', 3, 2, true],
    ['greaterThan', 2, 2, false],
    ['greaterThan', '3', 2, false],
    ['lessThan', 1, 2, true],
    ['lessThan', 2, 2, false],
    ['contains', 'backup done', 'done', true],
    ['contains', 'backup', 'done', false],
    ['contains', ['a', { b: 1 }], { b: 1 }, true],
    ['contains', { done: null }, 'done', true],
    ['contains', { done: null }, 'toString', false],
    ['contains', 12, '1', false],
    ['matches', 'v1.24.3', '^v1\\.\\d+', true],
    ['matches', 124, '1', false],
    ['before', '2026-05-20T11:59:59Z', 'now', true],
    ['before', 1_779_278_399, 'now', true],
    ['before', 1_779_278_399_000, 'now', true],
    ['after', '2026-05-20T12:00:00+02:00', '-1h', false],
    ['after', '2026-05-19', '-2d', true],
    ['after', '2026-05-20T11:31', '-30m', true],
    ['after', 'yesterday', '-24h', false],
    ['after', null, '-24h', false],
  ] as const)('%s: %j with %j is %j', (operator, node, value, expected) => {
    const document: JSONValue = JSON.parse(JSON.stringify(node));
    expect(isCriterionTrue({ operator, value }, [document], now)).toBe(expected);
  });
  test('need at least one value, and must hold for all values; exists and absent only count values', () => {
    expect(isCriterionTrue({ operator: 'equals', value: 1 }, [1, 1], now)).toBe(true);
    expect(isCriterionTrue({ operator: 'equals', value: 1 }, [1, 2], now)).toBe(false);
    expect(isCriterionTrue({ operator: 'notEquals', value: 1 }, [], now)).toBe(false);
    expect(isCriterionTrue({ operator: 'exists' }, [null], now)).toBe(true);
    expect(isCriterionTrue({ operator: 'exists' }, [], now)).toBe(false);
    expect(isCriterionTrue({ operator: 'absent' }, [], now)).toBe(true);
    expect(isCriterionTrue({ operator: 'absent' }, [null], now)).toBe(false);
  });
});

describe('paths', () => {
  const document = {
    jobs: [
      { name: 'a/b', ok: false },
      { name: 'c', ok: true },
    ],
    'x~y': { '': 1 },
    '#n': 2,
  };
  test.each([
    ['', [document]],
    ['/jobs/1/name', ['c']],
    ['/jobs/-', []],
    ['/jobs/01', []],
    ['/jobs/length', []],
    ['/x~0y/', [1]],
    ['/#x~0y', []],
    ['/#n', [2]],
    ['/constructor', []],
    ['$.jobs[?@.ok == false].name', ['a/b']],
    ['$.jobs[?search(@.name, "[bc]")].ok', [false, true]],
    ['$.jobs[?match(@.name, "b")].ok', []],
    ['$.none', []],
  ])('%s finds the expected values', (path, values) => {
    expect(parsePath(path)?.findValues(document)).toEqual(values);
  });
  test.each(['jobs', '/~2', '$[', '$.jobs[?', '$ ', `/${'x'.repeat(1_000)}`, `$${'[?('.repeat(300)}`])('%j is not a path', (path) => {
    expect(parsePath(path)).toBeUndefined();
  });
});

describe('hosts', () => {
  test.each([
    ['https://backup.example.com/x', ['backup.example.com'], true],
    ['https://BACKUP.example.com.:8443/', ['backup.example.com'], true],
    ['https://example.com/', ['*.example.com'], false],
    ['https://a.b.example.com/', ['*.example.com'], true],
    ['https://notexample.com/', ['*.example.com', 'example.com'], false],
    ['https://example.com.evil.example.org/', ['example.com'], false],
    ['https://example.com/', [], false],
  ])('%s with the allowed hosts %j gives %j', (url, allowed, expected) => {
    expect(isAllowedHost(new URL(url), allowed)).toBe(expected);
  });
});

describe('lines (rule 4)', () => {
  test('end the path at the first operator between a valid path and a valid value', () => {
    expect(
      parseCriteriaLines('$.a[?@.b > 1].c exists\n/x not-equals two words\n /y after "-24h" \n/z equals {"a":1}\n/n matches 12'),
    ).toEqual({
      criteria: [
        { path: '$.a[?@.b > 1].c', operator: 'exists' },
        { path: '/x', operator: 'notEquals', value: 'two words' },
        { path: '/y', operator: 'after', value: '-24h' },
        { path: '/z', operator: 'equals', value: { a: 1 } },
        { path: '/n', operator: 'matches', value: '12' },
      ],
    });
  });
  test.each(['status equals 1', '/status', '/status > many', '/status exists 1', '/status matches ('])('%j cannot be read', (line) => {
    expect(parseCriteriaLines(line)).toEqual({ fault: `The criterion cannot be read: ${line}` });
  });
});

test('the worst file of 64 KiB is parsed within half a second', async () => {
  const nested = '('.repeat(60).concat('a{9}', '){9}'.repeat(60)).slice(0, 500);
  const file = (path: string, value: string) => ({
    request: { url: 'https://a.example.com' },
    criteria: Array.from({ length: 50 }, () => ({ path, operator: 'matches', value })),
  });
  for (const [path, value] of [
    [`$${'[?@.a'.repeat(160)}`, nested],
    [`$${'..*'.repeat(300)}`, '(?:a?){500}'.repeat(40).slice(0, 495)],
    ['/x', '((a{100}){10}){10}'],
    ['/x', '\\pL{200}'.repeat(5)],
  ] as const) {
    const bytes = Buffer.from(JSON.stringify(file(path, value)));
    expect(await cpuTimeOf(() => parseCheck(bytes, ['a.example.com'])), `${path.slice(0, 20)} ${value.slice(0, 20)}`).toBeLessThan(500);
  }
});
