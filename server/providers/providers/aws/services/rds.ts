import { type Collector, inRegions } from '../account.ts';

/** Collects the encryption, backups and public accessibility of each database. */
export const collectDatabases: Collector = async (account) => {
  const { settings, limit } = account;
  const { RDSClient, paginateDescribeDBInstances } = await import('@aws-sdk/client-rds');
  return inRegions(account, (region) =>
    limit(async () => {
      const databases = [];
      for await (const { DBInstances = [] } of paginateDescribeDBInstances({ client: new RDSClient(settings(region)) }, {}))
        for (const { DBInstanceArn, DBInstanceIdentifier = '', ...instance } of DBInstances)
          databases.push({
            serviceId: 'rds',
            resourceType: 'dbInstance',
            resourceId: DBInstanceArn ?? DBInstanceIdentifier,
            region,
            name: DBInstanceIdentifier,
            attributes: {
              publiclyAccessible: instance.PubliclyAccessible ?? false,
              storageEncrypted: instance.StorageEncrypted ?? false,
              backupRetentionPeriod: instance.BackupRetentionPeriod ?? 0,
              deletionProtection: instance.DeletionProtection ?? false,
            },
          });
      return databases;
    }),
  );
};
