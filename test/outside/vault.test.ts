/** What is encrypted for being read again. */
import { expect, test } from 'vitest';
import { UnreadableCredentials, vaultFrom } from '#platform/ports/vault';

const [first, second] = ['f', 's'].map((letter) => letter.repeat(32));
const fields = { secret: 'k3y', empty: '', list: ['a', 'b', 'ä'] };
if (first === undefined || second === undefined) throw new Error('two secrets are needed');
const vault = vaultFrom(first, []);

test('what is sealed is opened, value by value, and shows nothing', async () => {
  const { keyId, sealed } = await vault.seal('icn_1', fields);
  expect(await vault.open('icn_1', keyId, JSON.parse(JSON.stringify(sealed)))).toEqual(fields);
  expect(JSON.stringify(sealed)).not.toContain('k3y');
  expect(keyId).toMatch(/^[0-9a-f]{16}$/);
  const again = await vault.seal('icn_1', fields);
  expect(again.sealed).not.toEqual(sealed);
});
test('nothing opens as another record, as another field, or in another place of a list', async () => {
  const { keyId, sealed } = await vault.seal('icn_1', fields);
  const { secret, list } = sealed;
  if (secret === undefined || list === undefined) throw new Error('nothing was sealed');
  for (const [owner, given] of [
    ['icn_2', sealed],
    ['icn_1', { other: secret }],
    ['icn_1', { list: [list].flat().toReversed() }],
    ['icn_1', { secret: { ...secret, tag: Buffer.alloc(16).toString('base64') } }],
    ['icn_1', { secret: 'k3y' }],
    ['icn_1', null],
  ] as const) {
    await expect(vault.open(owner, keyId, given)).rejects.toThrow(UnreadableCredentials);
  }
});
test('after the secret was changed, what it had sealed opens while it is known as a former one', async () => {
  const { keyId, sealed } = await vault.seal('icn_1', fields);
  await expect(vaultFrom(second, []).open('icn_1', keyId, sealed)).rejects.toThrow(UnreadableCredentials);
  const rotated = vaultFrom(second, [first]);
  expect(await rotated.open('icn_1', keyId, sealed)).toEqual(fields);
  expect((await rotated.seal('icn_1', fields)).keyId).not.toBe(keyId);
});
