/** Tests that secrets are removed from evidence. */
import { describe, expect, test } from 'vitest';
import { redactText, redactValue } from '#platform/redaction/text/redact';

/** Secrets that are joined at run time, so that scanners of repositories do not report them. */
const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiJhbGV4In0', 'c2lnbmF0dXJl'].join('.');
const stripe = ['sk', 'live', 'a1B2c3D4e5F6'].join('_');
const github = ['ghp', 'a1B2c3D4e5F6'].join('_');

describe('values of JSON', () => {
  test.each(
    // prettier-ignore
    ['password', 'passphrase', 'secret', 'token', 'access_token', 'refresh_token', 'id_token', 'api_key', 'apikey', 'client_secret',
      'authorization', 'cookie', 'set-cookie', 'private_key', 'ssh_key', 'bearer', 'session', 'sessionid', 'userPassword', 'API-Key',
      'X-Api-Key', 'SSH_KEY', 'dbPassword2'],
  )('hide the value of the name %s', (name) => {
    for (const value of ['abc', 7, ['abc'], { inner: 'abc' }]) expect(redactValue({ [name]: value })).toEqual({ [name]: '[REDACTED]' });
    expect(redactValue([{ deep: { [name]: 'abc', other: 'abc' } }])).toEqual([{ deep: { [name]: '[REDACTED]', other: 'abc' } }]);
  });
  test('keep null and every other value', () => {
    const unchanged = {
      hasPassword: true,
      token: null,
      mfa: false,
      count: 3,
      name: 'key',
      keys: ['tokens', 1.5, null],
      nested: { author: 'A' },
    };
    expect(redactValue(unchanged)).toEqual(unchanged);
    expect(['text', 1, true, null].map(redactValue)).toEqual(['text', 1, true, null]);
  });
  test('hide texts that look like secrets under any name, and in lists', () => {
    expect(redactValue({ note: jwt, list: [stripe, `with ${github}`], deep: { header: 'Bearer abc.def-123' } })).toEqual({
      note: '[REDACTED]',
      list: ['[REDACTED]', 'with [REDACTED]'],
      deep: { header: '[REDACTED]' },
    });
  });
  test('replace cycles by a marker, but keep repeated values', () => {
    const sharedValue = { a: 1 };
    const value: Record<string, unknown> = { first: sharedValue, second: sharedValue };
    value['self'] = value;
    value['list'] = [value];
    expect(redactValue(value)).toEqual({ first: { a: 1 }, second: { a: 1 }, self: '[Circular]', list: ['[Circular]'] });
  });
  test('are not modified, and keep names such as __proto__', () => {
    const value = JSON.parse('{"__proto__": {"password": "x"}, "token": "y"}') as unknown;
    expect(JSON.stringify(redactValue(value))).toBe('{"__proto__":{"password":"[REDACTED]"},"token":"[REDACTED]"}');
    expect(JSON.stringify(value)).toBe('{"__proto__":{"password":"x"},"token":"y"}');
  });
});

describe('texts', () => {
  test.each([
    ['Bearer abcdefghijklmnopqrstuvwxyz', '[REDACTED]'],
    ['sent with bearer a1', 'sent with [REDACTED]'],
    [`failed for ${jwt}: expired`, 'failed for [REDACTED]: expired'],
    [`${stripe},${github}`, '[REDACTED],[REDACTED]'],
    [stripe.replace('live', 'test'), '[REDACTED]'],
    ['Authorization: Bearer abc', 'Authorization: [REDACTED]'],
    ['authorization: Basic dXNlcjpwYXNz', 'authorization: [REDACTED]'],
    ['{"access_token":"abc","expires_in":60}', '{"access_token":[REDACTED],"expires_in":60}'],
    ['https://example.com/?api_key=abc&page=2', 'https://example.com/?api_key=[REDACTED]&page=2'],
    ["password = 'two words' was refused", 'password = [REDACTED] was refused'],
  ])('lose the secret: %s', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });
  test.each([
    'Bearer tokens are accepted',
    'The password policy requires 14 characters',
    'arn:aws:iam::123456789012:user/alex',
    'sk_live',
    '',
  ])('without a secret stay the same: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });
});
