/** Letters of engagement for tests. */
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createSignedLetterPdfs } from '#areas/audits/letter-of-engagement/runs/documents';
import type { Caller, startApp } from './app.ts';

type App = ReturnType<typeof startApp>;
export const lettersUrl = '/v1/letters-of-engagement';

/** The contact with which every draft of these tests can be sent. */
export const contact = 'priya.anand@harbour.example.com';
export const completeFields = (caller: Pick<Caller, 'organization'>) => ({
  auditorFirm: 'Harbour Assurance',
  auditorContactName: 'Priya Anand',
  auditorContactEmail: contact,
  organizationSignatoryMemberId: caller.organization.owner.id,
  scope: '## Services\n\nThe **hosting service**.',
});

/** Sends a request that must succeed. @returns its body */
export async function callSuccessfully(call: Caller['call'], method: string, url: string, body?: unknown) {
  const answer = await call(method, url, { ...(body !== undefined && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

/** @returns a PDF of one page with these words */
export async function paperOf(words: string): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([300, 300]).drawText(words, { x: 20, y: 150, size: 12, font });
  return new Uint8Array(await pdf.save());
}

export const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

/** Functions for the letters of an app. */
export function lettersOf(app: App) {
  const draft = (caller: Caller, fields: object = {}) =>
    callSuccessfully(caller.call, 'POST', lettersUrl, { ...completeFields(caller), ...fields });

  async function openLetter(caller: Caller, fields: object = {}, sendFields: object = {}) {
    const { id } = await draft(caller, fields);
    return callSuccessfully(caller.call, 'POST', `${lettersUrl}/${id}/send`, sendFields);
  }

  /** @returns the e-mails of an organization, oldest first */
  const mails = ({ organization }: Pick<Caller, 'organization'>) =>
    app.database.system
      .selectFrom('mail')
      .select(['id', 'recipient', 'subject', 'text'])
      .where('organization_id', '=', organization.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();

  /**
   * @returns the tokens of links, oldest first; the last token is valid. E-mails without a link are skipped, because one of them can have
   * the same time as the last e-mail with a link.
   */
  async function tokens(caller: Pick<Caller, 'organization'>): Promise<string[]> {
    return (await mails(caller)).flatMap(({ text }) => /\/letters\/([\w-]{32})\n/.exec(text)?.[1] ?? []);
  }
  const token = async (caller: Pick<Caller, 'organization'>) => (await tokens(caller)).at(-1) ?? 'none';

  /** @returns the tokens of links that confirm a signature, oldest first, with their recipients */
  async function confirmations(caller: Pick<Caller, 'organization'>): Promise<{ recipient: string; token: string }[]> {
    return (await mails(caller)).flatMap(({ recipient, text }) => {
      const confirmationToken = /\/letters\/confirmations\/([\w-]{32})\n/.exec(text)?.[1];
      return confirmationToken === undefined ? [] : [{ recipient, token: confirmationToken }];
    });
  }
  /** Confirms the latest signature. */
  async function confirmLast(caller: Pick<Caller, 'organization'>) {
    const { token: lastToken } = (await confirmations(caller)).at(-1) ?? { token: 'none' };
    return app.call('POST', `${lettersUrl}/confirmations/${lastToken}/confirm`);
  }

  const signInPerson = (caller: Caller, { id, contentHash }: { id: string; contentHash: string }, fields: object = {}) =>
    caller.inPerson('POST', `${lettersUrl}/${id}/sign`, { body: { party: 'organization', accept: true, contentHash, ...fields } });
  const signByLink = (secret: string, contentHash: string, fields: object = {}) =>
    app.call('POST', `${lettersUrl}/signing/${secret}/sign`, {
      body: { name: 'Priya Anand', email: contact, title: 'Partner', accept: true, contentHash, ...fields },
      headers: { 'user-agent': 'Test browser' },
    });

  /** Creates a letter that both parties have signed. Its PDF does not exist yet. */
  async function signByBoth(caller: Caller, fields: object = {}) {
    const letter = await openLetter(caller, fields);
    expect(await signInPerson(caller, letter)).toMatchObject({ status: 200 });
    expect(await signByLink(await token(caller), letter.contentHash)).toMatchObject({ status: 200 });
    return callSuccessfully(caller.call, 'GET', `${lettersUrl}/${letter.id}`);
  }

  /** Moves the times of an open letter, as if it had been sent this many days ago. */
  async function makeOlder(id: string, days: number): Promise<void> {
    const earlier = (column: string) => sql<string>`${sql.ref(column)} - make_interval(secs => ${days * 86_400})`;
    await app.database.system
      .updateTable('engagement_letter')
      .set({ sent_at: earlier('sent_at'), expires_at: earlier('expires_at') })
      .where('id', '=', id)
      .execute();
  }

  const makeFiles = async () => {
    while (await createSignedLetterPdfs(app.database, app.ports, new Date()));
  };

  const history = async (caller: Caller, id: string): Promise<{ type: string; actor: object; detail: object | null }[]> =>
    (await callSuccessfully(caller.call, 'GET', `${lettersUrl}/${id}/history`)).data;

  return {
    draft,
    open: openLetter,
    mails,
    tokens,
    token,
    confirmations,
    confirmLast,
    signInPerson,
    signByLink,
    signed: signByBoth,
    age: makeOlder,
    makeFiles,
    history,
  };
}
