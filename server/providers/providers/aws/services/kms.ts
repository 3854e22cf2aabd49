import { undefinedIfMissing } from '../client.ts';
import { type Collector, inRegions } from '../account.ts';

const notAllowed = undefinedIfMissing('AccessDeniedException', 'UnsupportedOperationException');

/** Collects the rotation of each key. Keys whose policy prevents reading them are left out. */
export const collectKeys: Collector = async (account) => {
  const { settings, limit } = account;
  const { KMSClient, DescribeKeyCommand, GetKeyRotationStatusCommand, paginateListKeys } = await import('@aws-sdk/client-kms');
  return inRegions(account, async (region) => {
    const client = new KMSClient(settings(region));
    const ids: string[] = [];
    await limit(async () => {
      for await (const { Keys = [] } of paginateListKeys({ client }, {})) ids.push(...Keys.flatMap(({ KeyId }) => KeyId ?? []));
    });
    const keys = await Promise.all(
      ids.map(async (KeyId) => {
        const { KeyMetadata } = await limit(() => client.send(new DescribeKeyCommand({ KeyId })));
        const { KeyManager, KeyState, KeySpec } = KeyMetadata ?? {};
        const rotates = KeyManager === 'CUSTOMER' && KeyState === 'Enabled' && KeySpec === 'SYMMETRIC_DEFAULT';
        const status = rotates ? await limit(() => client.send(new GetKeyRotationStatusCommand({ KeyId })).catch(notAllowed)) : undefined;
        return {
          serviceId: 'kms',
          resourceType: 'key',
          resourceId: KeyId,
          region,
          attributes: {
            keyManager: KeyManager ?? null,
            keyState: KeyState ?? null,
            keySpec: KeySpec ?? null,
            ...(status && { keyRotationEnabled: status.KeyRotationEnabled ?? false }),
          },
        };
      }),
    );
    return keys;
  });
};
