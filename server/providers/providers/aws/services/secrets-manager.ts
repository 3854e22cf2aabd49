import { type Collector, inRegions } from '../account.ts';

/** Collects whether each secret is rotated, but never its value. */
export const collectSecrets: Collector = async (account) => {
  const { settings, limit } = account;
  const { SecretsManagerClient, paginateListSecrets } = await import('@aws-sdk/client-secrets-manager');
  return inRegions(account, (region) =>
    limit(async () => {
      const secrets = [];
      for await (const { SecretList = [] } of paginateListSecrets({ client: new SecretsManagerClient(settings(region)) }, {}))
        for (const { ARN, Name = '', RotationEnabled = false, NextRotationDate } of SecretList)
          secrets.push({
            serviceId: 'secrets-manager',
            resourceType: 'secret',
            resourceId: ARN ?? Name,
            region,
            name: Name,
            attributes: { rotationEnabled: RotationEnabled, nextRotationDate: NextRotationDate?.toISOString() ?? null },
          });
      return secrets;
    }),
  );
};
