import { type Collector, inRegions, accountResource } from '../account.ts';

/** Collects all trails of the account with their status. */
export const collectTrails: Collector = async (account) => {
  const { settings, limit } = account;
  const { CloudTrailClient, DescribeTrailsCommand, GetTrailStatusCommand } = await import('@aws-sdk/client-cloudtrail');
  const trails = await inRegions(account, (region) =>
    limit(async () => {
      const client = new CloudTrailClient(settings(region));
      // A multi-region trail is listed only in its home region.
      const { trailList = [] } = await client.send(new DescribeTrailsCommand({ includeShadowTrails: false }));
      return Promise.all(
        trailList.map(async ({ Name = '', TrailARN, IsMultiRegionTrail = false, LogFileValidationEnabled = false }) => {
          const { IsLogging = false } = await client.send(new GetTrailStatusCommand({ Name: TrailARN ?? Name }));
          return {
            name: Name,
            arn: TrailARN ?? Name,
            region,
            isMultiRegionTrail: IsMultiRegionTrail,
            logFileValidationEnabled: LogFileValidationEnabled,
            isLogging: IsLogging,
          };
        }),
      );
    }),
  );
  return [
    accountResource(account, 'cloudtrail', { trails: trails.map(({ name, isMultiRegionTrail }) => ({ name, isMultiRegionTrail })) }),
    ...trails.map(({ name, arn, region, isLogging, logFileValidationEnabled }) => ({
      serviceId: 'cloudtrail',
      resourceType: 'trail',
      resourceId: arn,
      region,
      name,
      attributes: { isLogging, logFileValidationEnabled },
    })),
  ];
};
