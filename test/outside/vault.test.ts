/** Tests the vault, which encrypts secrets so that the service can read them again. */
import { expect, test } from 'vitest';
import { UnreadableCredentials, vaultFrom } from '#platform/ports/vault';

const [firstKey, secondKey] = ['f', 's'].map((letter) => letter.repeat(32));
const fields = { secret: 'k3y', empty: '', list: ['a', 'b', 'ä'] };
if (firstKey === undefined || secondKey === undefined) throw new Error('two secrets are needed');
const vault = vaultFrom(firstKey, []);

test('sealed fields can be opened, and do not reveal their values', async () => {
  const { keyId, sealed } = await vault.seal('icn_1', fields);
  expect(await vault.open('icn_1', keyId, JSON.parse(JSON.stringify(sealed)))).toEqual(fields);
  expect(JSON.stringify(sealed)).not.toContain('k3y');
  expect(keyId).toMatch(/^[0-9a-f]{16}$/);
  const sealedAgain = await vault.seal('icn_1', fields);
  expect(sealedAgain.sealed).not.toEqual(sealed);
});
test('a sealed value cannot be opened for another record, another field, or another index of a list', async () => {
  const { keyId, sealed } = await vault.seal('icn_1', fields);
  const { secret, list } = sealed;
  if (secret === undefined || list === undefined) throw new Error('nothing was sealed');
  for (const [owner, openedFields] of [
    ['icn_2', sealed],
    ['icn_1', { other: secret }],
    ['icn_1', { list: [list].flat().toReversed() }],
    ['icn_1', { secret: { ...secret, tag: Buffer.alloc(16).toString('base64') } }],
    ['icn_1', { secret: 'k3y' }],
    ['icn_1', null],
  ] as const) {
    await expect(vault.open(owner, keyId, openedFields)).rejects.toThrow(UnreadableCredentials);
  }
});
test('after the secret has changed, sealed values can be opened while the old secret is configured as a former one', async () => {
  const { keyId, sealed } = await vault.seal('icn_1', fields);
  await expect(vaultFrom(secondKey, []).open('icn_1', keyId, sealed)).rejects.toThrow(UnreadableCredentials);
  const rotatedVault = vaultFrom(secondKey, [firstKey]);
  expect(await rotatedVault.open('icn_1', keyId, sealed)).toEqual(fields);
  expect((await rotatedVault.seal('icn_1', fields)).keyId).not.toBe(keyId);
});
