/** Decisions about an organization that need no database. */
import { describe, expect, test } from 'vitest';
import { findAccessReason, expiryOf, withOwnership, withoutOwnership } from '#areas/organization-and-access/organization/rules/organization';
import { defaultNotifications } from '#platform/mail/kinds';

describe('the end of a key', () => {
  const at = (choice: Parameters<typeof expiryOf>[0], now: string) => expiryOf(choice, new Date(now))?.toISOString();
  test.each([
    ['never', '2026-04-20T08:30:00.000Z', undefined],
    ['30days', '2026-04-20T08:30:00.000Z', '2026-05-20T08:30:00.000Z'],
    ['90days', '2026-12-15T23:59:59.999Z', '2027-03-15T23:59:59.999Z'],
    ['1year', '2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['1year', '2028-02-29T12:00:00.000Z', '2029-03-01T12:00:00.000Z'],
  ] as const)('%s from %s is %s', (choice, now, end) => expect(at(choice, now)).toBe(end));
});

describe('roles after a transfer, leading one first', () => {
  test.each([
    [['owner'], ['admin']],
    [
      ['owner', 'admin', 'employee'],
      ['admin', 'employee'],
    ],
    [
      ['owner', 'auditor', 'rol_b', 'rol_a', 'contractor'],
      ['admin', 'auditor', 'rol_a', 'rol_b', 'contractor'],
    ],
  ])('%j gives %j', (roles, left) => expect(withoutOwnership(roles)).toEqual(left));
  test.each([
    [['employee'], ['owner', 'employee']],
    [
      ['admin', 'rol_a'],
      ['owner', 'admin', 'rol_a'],
    ],
    [[], ['owner']],
  ])('%j with the ownership is %j', (roles, now) => expect(withOwnership(roles)).toEqual(now));
});

describe('what a role is mailed about by default', () => {
  const on = (role: string) =>
    Object.entries(defaultNotifications(role))
      .filter(([, value]) => value)
      .map(([kind]) => kind);
  test.each(['owner', 'admin', 'rol_a'])('%s: everything', (role) => expect(on(role)).toHaveLength(6));
  test('auditor: policies and findings', () => expect(on('auditor')).toEqual(['policyNotifications', 'findingNotifications']));
  test.each(['employee', 'contractor'])('%s: policies', (role) => expect(on(role)).toEqual(['policyNotifications']));
});

describe('access', () => {
  const nobody = { selfHosted: false, staffEmailDomains: [], isActiveCustomer: async () => false };
  const customers = {
    ...nobody,
    isActiveCustomer: async (domain: string) => ['example.com', 'xn--bcher-kva.example', 'gmail.com'].includes(domain),
  };
  const staff = { ...nobody, staffEmailDomains: ['staff.example'] };
  const request = { hasAccess: false, website: null, email: undefined };
  const ada = { ...request, website: 'https://www.example.com/about', email: 'ada@example.com' };

  test('already-has-access, whatever else holds', async () => {
    expect(await findAccessReason({ ...request, hasAccess: true }, { ...staff, selfHosted: true })).toBe('already_has_access');
  });
  test('self-hosted, also without an address', async () => {
    expect(await findAccessReason(request, { ...staff, selfHosted: true })).toBe('self_hosted');
  });
  test('not-eligible without an address', async () => {
    expect(await findAccessReason({ ...request, website: 'example.com' }, { ...customers, staffEmailDomains: ['example.com'] })).toBe(
      'not_eligible',
    );
  });
  test('staff-email before active-customer', async () => {
    expect(await findAccessReason({ ...request, email: 'sam@staff.example' }, staff)).toBe('staff_email');
    expect(await findAccessReason(ada, { ...customers, staffEmailDomains: ['example.com'] })).toBe('staff_email');
  });
  test.each(['sam@sub.staff.example', 'sam@notstaff.example', 'staff.example@other.example'])(
    'not-eligible for %s, which is not of the staff',
    async (email) => {
      expect(await findAccessReason({ ...request, email }, staff)).toBe('not_eligible');
    },
  );
  test.each(['example.com', 'www.example.com', 'EXAMPLE.com:8443', 'http://example.com', 'https://www.example.com/about?x#y'])(
    'active-customer with the website %s',
    async (website) => {
      expect(await findAccessReason({ ...ada, website }, customers)).toBe('active_customer');
    },
  );
  test('active-customer with a domain outside ASCII', async () => {
    expect(await findAccessReason({ ...request, website: 'https://bücher.example', email: 'ada@bücher.example' }, customers)).toBe(
      'active_customer',
    );
  });
  test.each([null, '', 'other.example', 'app.example.com', 'https://'])(
    'not-eligible with the website %j, which is not the domain of the address',
    async (website) => {
      expect(await findAccessReason({ ...ada, website }, customers)).toBe('not_eligible');
    },
  );
  test.each([
    'gmail.com',
    'googlemail.com',
    'outlook.com',
    'hotmail.com',
    'live.com',
    'msn.com',
    'yahoo.com',
    'ymail.com',
    'icloud.com',
    'me.com',
    'mac.com',
    'proton.me',
    'protonmail.com',
    'pm.me',
    'aol.com',
  ])('not-eligible with a mailbox at %s', async (website) => {
    expect(await findAccessReason({ ...request, website, email: `ada@${website}` }, { ...nobody, isActiveCustomer: async () => true })).toBe(
      'not_eligible',
    );
  });
  test('not-eligible when the directory does not know the domain, and never with the empty one', async () => {
    expect(await findAccessReason(ada, nobody)).toBe('not_eligible');
    expect(await findAccessReason({ ...request, email: 'ada@', website: '' }, { ...nobody, isActiveCustomer: async () => true })).toBe(
      'not_eligible',
    );
  });
});
