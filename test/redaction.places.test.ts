/** Tests that the audit log and the log of the process hide texts that look like secrets, under any name. */
import { expect, test } from 'vitest';
import { redactFields } from '#platform/log/redacted-fields';
import { withoutSecrets } from '#areas/integrations/cloud-security/rules/redact';
import { splitIntoPassages } from '#areas/assurance-to-customers/knowledge-base/rules/passages';
import { redact } from '#providers/redaction';
import { redactAnswer } from '#platform/redaction/text/redact-answer';
import { startApp } from './support/app.ts';

const app = startApp();
const secret = 'Kestrel-Harbor-77';
const text = `The root password of backup01 is ${secret}. Use postgres://app:${secret}@db.example.com/app.`;

test('audit entries of a creation and a change show fields without the secret', async () => {
  const { call } = await app.caller();
  const { body } = await call('POST', '/v1/risks', { body: { title: 'Runbook', description: text, category: 'other' } });
  await call('PATCH', `/v1/risks/${body.data.id}`, { body: { description: `${text} Again.` } });
  const auditLog = await call('GET', '/v1/audit-logs?entityType=risk');
  expect(auditLog.body.data.length).toBeGreaterThan(1);
  expect(auditLog.text).toContain('backup01');
  expect(auditLog.text).not.toContain(secret);
  // The record itself is not changed.
  expect((await call('GET', `/v1/risks/${body.data.id}`)).text).toContain(secret);
});
test('a log line shows fields and errors without the secret', () => {
  const redacted = JSON.stringify(redactFields({ text, nested: { list: [text] }, count: 7, none: null }));
  expect(redacted).not.toContain(secret);
  expect(redacted).toContain('"count":7');
});
test('cloud evidence, messages of providers and passages of documents show texts without the secret', () => {
  const pem = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEAx8Kd2Lm4Qz7Rt9Vw1Yb3Nc5Xe6Zg8Hj0Kl2Mn4Pq6Rs8Tu\n'.repeat(60)}-----END RSA PRIVATE KEY-----`;
  const redacted = [withoutSecrets({ note: text }), redact(text), splitIntoPassages([{ page: 1, text: `${text}\n${pem}\nThe end.` }])];
  expect(JSON.stringify(redacted)).not.toContain(secret);
  expect(JSON.stringify(redacted)).not.toContain('MIIEpAIBAAKCAQEA');
  expect(JSON.stringify(redacted[2])).toContain('The end.');
});
test('answers of other systems contain no token of a known kind, and keep the structure of evidence', () => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const answer = { title: `Token ${token} in README`, passwordPolicy: { minimumLength: 14, isEnabled: true }, list: [token, 3, null] };
  const redactedAnswer = redactAnswer(answer, []);
  expect(JSON.stringify(redactedAnswer)).not.toContain(token);
  expect(redactedAnswer).toMatchObject({ passwordPolicy: { minimumLength: 14, isEnabled: true }, list: [expect.any(String), 3, null] });
});
