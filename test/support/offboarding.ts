/** Offboarding of members for tests. */
import { expect } from 'vitest';
import type { Caller, startApp } from './app.ts';
import { newMember, type TestMember } from './organization.ts';

type Call = Caller['call'];
type App = ReturnType<typeof startApp>;

export const offboardingUrl = '/v1/offboarding-checklist';

/** The fields of an item that tests read. */
export interface Item {
  readonly id: string;
  readonly title: string;
  readonly sortOrder: number;
  readonly isDefault: boolean;
  readonly isEnabled: boolean;
  readonly isAccessRevocation: boolean;
  readonly evidenceRequired: boolean;
}
interface ChecklistItem extends Item {
  readonly completed: boolean;
  readonly completion: { readonly completedById: string | null; readonly evidence: readonly { readonly id: string }[] } | null;
}

/** An organization with a member who leaves, and functions for the offboarding. */
export async function withLeavingMember(app: App, existingCaller?: Caller) {
  const caller = existingCaller ?? (await app.caller());
  const { call, organization } = caller;
  const ben = await newMember(app.database, organization.id, ['employee'], { name: 'Ben Okoro' });
  const path = `${offboardingUrl}/member/${ben.id}`;
  const template = async (): Promise<Item[]> => dataOf(await call('GET', `${offboardingUrl}/template`));
  const items = async (): Promise<ChecklistItem[]> => (await checklistOf(call, ben.id)).items;
  return {
    ...caller,
    ben,
    path,
    template,
    items,
    /** The path of the item at this position of the template, counted from 1. */
    async itemPath(place: number) {
      return `${path}/item/${(await template())[place - 1]?.id}`;
    },
    /** @returns who completed the item for the revocation of access; undefined if it is not completed */
    async accessItem() {
      const item = (await items()).find(({ isAccessRevocation }) => isAccessRevocation);
      return item?.completion ? { by: item.completion.completedById } : undefined;
    },
    complete: (item: string, body: object = {}) => call('POST', `${item}/complete`, { body }),
    revoke: (vendorId: string, body: object = {}) => call('POST', `${path}/access-revocations/${vendorId}`, { body }),
    revokeAll: (body: object = {}) => call('POST', `${path}/access-revocations${'vendorIds' in body ? '' : '?confirm=true'}`, { body }),
    undo: (vendorId: string) => call('DELETE', `${path}/access-revocations/${vendorId}`),
    access: async (query = ''): Promise<{ vendorId: string; vendorName: string; revoked: boolean }[]> =>
      dataOf(await call('GET', `${path}/access-revocations${query}`)),
  };
}

/** Reads the checklist of a member. */
export async function checklistOf(call: Call, memberId: string) {
  const answer = await call('GET', `${offboardingUrl}/member/${memberId}`);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { memberId } });
  return answer.body;
}

/** The pending members in the order of the list. */
export async function pendingIn(
  call: Call,
  query = '',
): Promise<{ memberId: string; completedItems: number; outstandingItems: { title: string }[] }[]> {
  return dataOf(await call('GET', `${offboardingUrl}/pending${query}`));
}

/** Deactivates a member on a given day. */
export async function deactivate(call: Call, { id }: Pick<TestMember, 'id'>, offboardDate?: string) {
  if (offboardDate !== undefined) expect((await call('PATCH', `/v1/people/${id}`, { body: { offboardDate } })).status).toBe(200);
  expect((await call('DELETE', `/v1/people/${id}`)).status).toBe(204);
}

export function dataOf(answer: Awaited<ReturnType<Call>>) {
  expect(answer, answer.text).toMatchObject({ status: 200, body: { data: expect.any(Array) } });
  return answer.body.data;
}
