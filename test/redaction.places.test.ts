/** The audit log and the log of the process hide what looks like a secret, under any name. */
import { expect, test } from 'vitest';
import { redactedFields } from '#platform/log/redacted-fields';
import { withoutSecrets } from '#areas/integrations/cloud-security/rules/redact';
import { passagesIn } from '#areas/assurance-to-customers/knowledge-base/rules/passages';
import { redact } from '#providers/redaction';
import { redactAnswer } from '#platform/redaction/text/redact-answer';
import { startApp } from './support/app.ts';

const app = startApp();
const secret = 'Kestrel-Harbor-77';
const text = `The root password of backup01 is ${secret}. Use postgres://app:${secret}@db.example.com/app.`;

test('audit entries of a creation and a change show fields without it', async () => {
  const { call } = await app.caller();
  const { body } = await call('POST', '/v1/risks', { body: { title: 'Runbook', description: text, category: 'other' } });
  await call('PATCH', `/v1/risks/${body.data.id}`, { body: { description: `${text} Again.` } });
  const logged = await call('GET', '/v1/audit-logs?entityType=risk');
  expect(logged.body.data.length).toBeGreaterThan(1);
  expect(logged.text).toContain('backup01');
  expect(logged.text).not.toContain(secret);
  // The record itself stays as it was written.
  expect((await call('GET', `/v1/risks/${body.data.id}`)).text).toContain(secret);
});
test('a line of the log shows fields and errors without it', () => {
  const shown = JSON.stringify(redactedFields({ text, nested: { list: [text] }, count: 7, none: null }));
  expect(shown).not.toContain(secret);
  expect(shown).toContain('"count":7');
});
test('evidence of clouds, messages of providers and passages of documents show texts without it', () => {
  const pem = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEAx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4Pq6Rs8Tu\n'.repeat(60)}-----END RSA PRIVATE KEY-----`;
  const shown = [withoutSecrets({ note: text }), redact(text), passagesIn([{ page: 1, text: `${text}\n${pem}\nThe end.` }])];
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(JSON.stringify(shown)).not.toContain('MIIEpAIBAAKCAQEA');
  expect(JSON.stringify(shown[2])).toContain('The end.');
});
test('answers of other systems show no token of a known kind, and keep the shape of evidence', () => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const answer = { title: `Token ${token} in README`, passwordPolicy: { minimumLength: 14, isEnabled: true }, list: [token, 3, null] };
  const stored = redactAnswer(answer, []);
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(stored).toMatchObject({ passwordPolicy: { minimumLength: 14, isEnabled: true }, list: [expect.any(String), 3, null] });
});
