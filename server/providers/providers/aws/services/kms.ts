import { undefinedForErrors } from '../client.ts';
import { type Collector, inRegions } from '../account.ts';

const undefinedIfDenied = undefinedForErrors('AccessDeniedException', 'UnsupportedOperationException');

/** Collects whether each key is rotated. The rotation is left out if the policy of the key prevents reading it. */
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
        const isRotatable = KeyManager === 'CUSTOMER' && KeyState === 'Enabled' && KeySpec === 'SYMMETRIC_DEFAULT';
        const status = isRotatable
          ? await limit(() => client.send(new GetKeyRotationStatusCommand({ KeyId })).catch(undefinedIfDenied))
          : undefined;
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
