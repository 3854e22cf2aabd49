/** Unit tests of the rules of organizations, without a database. */
import { describe, expect, test } from 'vitest';
import {
  findAccessReason,
  expiryOf,
  withOwnership,
  withoutOwnership,
} from '#areas/organization-and-access/organization/rules/organization';
import { defaultNotifications } from '#platform/mail/kinds';

describe('the expiry of an API key', () => {
  const expiryAt = (choice: Parameters<typeof expiryOf>[0], now: string) => expiryOf(choice, new Date(now))?.toISOString();
  test.each([
    ['never', '2026-04-20T08:30:00.000Z', undefined],
    ['30days', '2026-04-20T08:30:00.000Z', '2026-05-20T08:30:00.000Z'],
    ['90days', '2026-12-15T23:59:59.999Z', '2027-03-15T23:59:59.999Z'],
    ['1year', '2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['1year', '2028-02-29T12:00:00.000Z', '2029-03-01T12:00:00.000Z'],
  ] as const)('the expiration %s from %s ends at %s', (choice, now, end) => expect(expiryAt(choice, now)).toBe(end));
});

describe('roles after a transfer of ownership, leading role first', () => {
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
  ])('%j without the ownership is %j', (roles, rolesAfter) => expect(withoutOwnership(roles)).toEqual(rolesAfter));
  test.each([
    [['employee'], ['owner', 'employee']],
    [
      ['admin', 'rol_a'],
      ['owner', 'admin', 'rol_a'],
    ],
    [[], ['owner']],
  ])('%j with the ownership is %j', (roles, rolesAfter) => expect(withOwnership(roles)).toEqual(rolesAfter));
});

describe('default notifications of a role', () => {
  const enabledKinds = (role: string) =>
    Object.entries(defaultNotifications(role))
      .filter(([, value]) => value)
      .map(([kind]) => kind);
  test.each(['owner', 'admin', 'rol_a'])('%s gets all notifications', (role) => expect(enabledKinds(role)).toHaveLength(6));
  test('auditor gets notifications of policies and findings', () =>
    expect(enabledKinds('auditor')).toEqual(['policyNotifications', 'findingNotifications']));
  test.each(['employee', 'contractor'])('%s gets notifications of policies', (role) =>
    expect(enabledKinds(role)).toEqual(['policyNotifications']),
  );
});

describe('access', () => {
  const noCustomers = { selfHosted: false, staffEmailDomains: [], isActiveCustomer: async () => false };
  const customers = {
    ...noCustomers,
    isActiveCustomer: async (domain: string) => ['example.com', 'xn--bcher-kva.example', 'gmail.com'].includes(domain),
  };
  const staff = { ...noCustomers, staffEmailDomains: ['staff.example'] };
  const request = { hasAccess: false, website: null, email: undefined };
  const ada = { ...request, website: 'https://www.example.com/about', email: 'ada@example.com' };

  test('already_has_access takes precedence over all other reasons', async () => {
    expect(await findAccessReason({ ...request, hasAccess: true }, { ...staff, selfHosted: true })).toBe('already_has_access');
  });
  test('self_hosted also without an e-mail address', async () => {
    expect(await findAccessReason(request, { ...staff, selfHosted: true })).toBe('self_hosted');
  });
  test('not_eligible without an e-mail address', async () => {
    expect(await findAccessReason({ ...request, website: 'example.com' }, { ...customers, staffEmailDomains: ['example.com'] })).toBe(
      'not_eligible',
    );
  });
  test('staff_email takes precedence over active_customer', async () => {
    expect(await findAccessReason({ ...request, email: 'sam@staff.example' }, staff)).toBe('staff_email');
    expect(await findAccessReason(ada, { ...customers, staffEmailDomains: ['example.com'] })).toBe('staff_email');
  });
  test.each(['sam@sub.staff.example', 'sam@notstaff.example', 'staff.example@other.example'])(
    'not_eligible for %s, which is not an address of the staff',
    async (email) => {
      expect(await findAccessReason({ ...request, email }, staff)).toBe('not_eligible');
    },
  );
  test.each(['example.com', 'www.example.com', 'EXAMPLE.com:8443', 'http://example.com', 'https://www.example.com/about?x#y'])(
    'active_customer with the website %s',
    async (website) => {
      expect(await findAccessReason({ ...ada, website }, customers)).toBe('active_customer');
    },
  );
  test('active_customer with a non-ASCII domain', async () => {
    expect(await findAccessReason({ ...request, website: 'https://bücher.example', email: 'ada@bücher.example' }, customers)).toBe(
      'active_customer',
    );
  });
  test.each([null, '', 'other.example', 'app.example.com', 'https://'])(
    'not_eligible with the website %j, which differs from the domain of the address',
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
  ])('not_eligible with a public mailbox at %s', async (website) => {
    expect(
      await findAccessReason({ ...request, website, email: `ada@${website}` }, { ...noCustomers, isActiveCustomer: async () => true }),
    ).toBe('not_eligible');
  });
  test('not_eligible when the directory does not know the domain, or the domain is empty', async () => {
    expect(await findAccessReason(ada, noCustomers)).toBe('not_eligible');
    expect(await findAccessReason({ ...request, email: 'ada@', website: '' }, { ...noCustomers, isActiveCustomer: async () => true })).toBe(
      'not_eligible',
    );
  });
});
