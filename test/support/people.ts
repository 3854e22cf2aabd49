/** Members and their e-mails for tests. */
import { expect } from 'vitest';
import type { Database } from '#platform/database/open';
import type { Caller } from './app.ts';
import type { TestOrganization } from './organization.ts';

type Call = Caller['call'];
type Answer = Awaited<ReturnType<Call>>;

/** The fields of a member that tests read. */
export interface ListedMember {
  readonly id: string;
  readonly userId: string;
  readonly role: string;
  readonly roles: readonly string[];
  readonly department: string;
  readonly jobTitle: string | null;
  readonly isActive: boolean;
  readonly deactivated: boolean;
  readonly createdAt: string;
  readonly version: number;
  readonly offboardDate: string | null;
  readonly twoFactor?: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly emailVerified: boolean };
}

export async function listMembers(call: Call, query = ''): Promise<ListedMember[]> {
  const answer = await call('GET', `/v1/people${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { data: expect.any(Array) } });
  return answer.body.data;
}

/** Names in the order of the list. */
export async function names(call: Call, query = ''): Promise<string[]> {
  return (await listMembers(call, query)).map(({ user }) => user.name);
}

export async function getMember(call: Call, id: string): Promise<ListedMember> {
  const answer = await call('GET', `/v1/people/${id}`);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { id } });
  return answer.body;
}

/** The error for these invalid fields. */
export const invalid = (details: Readonly<Record<string, string>>) => ({
  status: 400,
  body: {
    success: false,
    error: 'Validation failed',
    details: Object.fromEntries(
      Object.entries(details).map(([field, message]) => [field, field === '_errors' ? [message] : { _errors: [message] }]),
    ),
  },
});
export const errorAnswer = (status: number, error: string) => ({ status, body: { success: false, error } });

/** Expects the same error as a problem document. */
export async function expectSameProblem(ask: (accept: { accept: string }) => Promise<Answer>, status: number, detail: string) {
  const answer = await ask({ accept: 'application/problem+json' });
  expect(answer, answer.text).toMatchObject({ status, body: { status, detail } });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
}

interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
}

/** @returns the e-mails of an organization, oldest first */
export function mailsOf({ system }: Database, { id }: Pick<TestOrganization, 'id'>): Promise<Mail[]> {
  return system
    .selectFrom('mail')
    .select(['recipient', 'subject', 'text'])
    .where('organization_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @returns the newest audit entry of an organization */
export function lastEntry({ system }: Database, { id }: Pick<TestOrganization, 'id'>) {
  return system
    .selectFrom('audit_entry')
    .select(['entity_type', 'entity_id', 'description', 'data'])
    .where('organization_id', '=', id)
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow();
}

/** @returns the ids of the training modules that are assigned to a member, sorted */
export async function trainingOf({ system }: Database, memberId: string): Promise<string[]> {
  const rows = await system
    .selectFrom('training_completion')
    .select('video_id')
    .where('member_id', '=', memberId)
    .orderBy('video_id')
    .execute();
  return rows.map(({ video_id: video }) => video);
}
export const generalTrainingIds = ['sat-1', 'sat-2', 'sat-3', 'sat-4', 'sat-5'];

/** Creates a custom role. @returns its id */
export async function newRole(call: Call, name: string, permissions: object = {}, obligations: object = {}): Promise<string> {
  const answer = await call('POST', '/v1/roles', { body: { name, permissions, obligations } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body.id;
}
