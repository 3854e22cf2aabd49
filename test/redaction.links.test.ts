/** Tests that URLs that are credentials are hidden in texts: links in e-mails, and URLs of the contract with a token. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { newSigningToken } from '#platform/identity/external-parties';
import { redactTokens } from '#platform/redaction/redact-secrets';
import { startApp } from './support/app.ts';
import { attach, newRiskId } from './support/attachments.ts';
import { document } from './support/contract.ts';
import { lettersOf } from './support/letters.ts';
import { newMember } from './support/organization.ts';
import { mailsOf } from './support/people.ts';
import { publishPortal, signedVisitor } from './support/trust-access.ts';

const app = startApp();

/**
 * @returns the secret parts of the URLs in a text. Ids are not secret, because they open nothing by themselves. A portal whose name is taken
 * has its organization's id in the URL, with a hyphen.
 */
function secretsIn(text: string): string[] {
  return [...text.matchAll(/https?:\/\/\S+/g)].flatMap(([address]) => {
    const { pathname, searchParams } = new URL(address);
    return [...pathname.split('/'), ...searchParams.values()].filter(
      (part) => part.length >= 24 && !/^(?:[a-z]{3}_|org-)[0-9a-f]{24}$/.test(part),
    );
  });
}

test('links in e-mails are hidden', async () => {
  const caller = await app.caller();
  await signedVisitor(app, caller, await publishPortal(caller), 'ines@harbor.example.com');
  await lettersOf(app).open(caller);
  const { id } = await newMember(app.database, caller.organization.id, ['employee']);
  expect(await caller.call('PATCH', `/v1/people/${id}`, { body: { email: `${newId('ida')}@example.com` } })).toMatchObject({ status: 200 });
  const mails = await mailsOf(app.database, caller.organization);
  const secrets = mails.flatMap(({ text }) => secretsIn(text));
  // The links sign the agreement, open the portal, sign the letter, and confirm the address.
  expect(secrets.length).toBeGreaterThanOrEqual(4);
  for (const { text } of mails) for (const secret of secretsIn(text)) expect(redactTokens(text), text).not.toContain(secret);
});

test('signed addresses of files are hidden', async () => {
  const { call } = await app.caller();
  const risk = await newRiskId(call);
  const attachment = await attach(call, risk);
  const { text } = await call('GET', `/v1/attachments/${attachment.id}/download`);
  const [signature] = /signature=([\w-]+)/.exec(text)?.slice(1) ?? [];
  expect(signature).toBeDefined();
  expect(redactTokens(text)).not.toContain(signature);
});

test('every address of the contract or of a page that contains a token is hidden', () => {
  const folder = 'server/portal/links';
  const pages = readdirSync(folder).flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/(?<=[`'])[^`'\s]*\/:token\b/g)].map(([page]) =>
      page.replaceAll(/\$\{\w+\}|:address/g, '/x'),
    ),
  );
  const paths = Object.keys(document.paths).filter((path) => path.includes('{token}'));
  expect(pages.length).toBeGreaterThanOrEqual(5);
  expect(paths.length).toBeGreaterThan(10);
  const tokenPaths = [...paths, ...pages.filter((page) => !page.includes('confirm-email'))];
  for (const tokenPath of tokenPaths)
    for (let count = 0; count < 100; count += 1) {
      const token = newSigningToken();
      const text = `GET ${tokenPath.replace(/\{token\}|:token/, token)} failed`;
      expect(redactTokens(text), text).not.toContain(token);
    }
});
