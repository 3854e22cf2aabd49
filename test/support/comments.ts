/** Comments for tests. */
import { expect } from 'vitest';
import type { Database } from '#platform/database/open';
import type { Caller } from './app.ts';

type Call = Caller['call'];

/** Creates a comment on a risk. @param fields override or extend the default text and record */
export async function comment(call: Call, riskId: string, fields: object = {}) {
  const answer = await call('POST', '/v1/comments', { body: { content: 'Done', entityType: 'risk', entityId: riskId, ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** The contents of an organization's outbox, oldest first. */
export function mailsOf({ system }: Database, organizationId: string) {
  return system
    .selectFrom('mail')
    .select(['recipient', 'subject', 'text'])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export const mention = ({ userId, name }: { readonly userId: string; readonly name: string }) => `@[${name}](${userId})`;
