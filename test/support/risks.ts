/** Risks for tests. */
import { expect } from 'vitest';
import { newId } from '#platform/database/ids';
import type { Caller, startApp } from './app.ts';
import { newMember, within } from './organization.ts';

type Call = Caller['call'];

export const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
export const statuses = ['open', 'pending', 'closed', 'archived'];
export const categories = [
  'customer',
  'fraud',
  'governance',
  'operations',
  'other',
  'people',
  'regulatory',
  'reporting',
  'resilience',
  'technology',
  'vendor_management',
];
export const departments = ['none', 'admin', 'gov', 'hr', 'it', 'itsm', 'qms'];
export const scales = ['probability', 'impact', 'residual_probability', 'residual_impact'];
/** The messages for a member who cannot own a risk, and for somebody who is not a member. */
export const noParticipant = ['must be an active member who takes part in compliance work'];
export const noMember = ['must be an active member of the organization'];

/** The fields of a listed risk that tests read. */
export interface ListedRisk {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly category: string;
  readonly department: string;
  readonly assigneeId: string | null;
  readonly probability: number;
  readonly impact: number;
  readonly residual_probability: number;
  readonly residual_impact: number;
  readonly inherentRating: { readonly assessed: boolean; readonly score: number; readonly level: string };
  readonly residualRating: { readonly assessed: boolean; readonly score: number; readonly level: string };
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Creates a risk. @param fields override those of `risk` @returns the risk in the answer */
export async function add(call: Call, fields: object = {}) {
  const answer = await call('POST', '/v1/risks', { body: { ...risk, ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201, body: { success: true } });
  return answer.body.data;
}

export async function list(call: Call, query = ''): Promise<ListedRisk[]> {
  const answer = await call('GET', `/v1/risks${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true, data: expect.any(Array) } });
  return answer.body.data;
}

/** @returns the titles in alphabetical order */
export async function titles(call: Call, query = ''): Promise<string[]> {
  return (await list(call, query)).map(({ title }) => title).sort();
}

/** The error for these invalid fields. */
export const invalid = (details: object) => ({ status: 400, body: { success: false, error: 'Validation failed', details } });

export function riskActors(app: ReturnType<typeof startApp>) {
  /** Creates three compliance tasks. @returns their ids, in order */
  function addTasks(organizationId: string): Promise<string[]> {
    return within(app.database, organizationId, async (db) => {
      const ids = ['1', '2', '3'].map((n) => `tsk${n}_${newId('x')}`);
      await db
        .insertInto('task')
        .values(ids.map((id, n) => ({ id, title: `Task ${n + 1}` })))
        .execute();
      return ids;
    });
  }
  return {
    addTasks,
    /** Creates an organization with a member and three compliance tasks. @returns a caller, the member, and the ids of the tasks */
    async withMember() {
      const caller = await app.caller();
      const member = await newMember(app.database, caller.organization.id, ['admin'], { name: 'Ada Marsh' });
      return { ...caller, member, tasks: await addTasks(caller.organization.id) };
    },
  };
}
