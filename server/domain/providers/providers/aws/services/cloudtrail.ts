import { type Collector, inRegions, ofAccount } from '../account.ts';

/** All trails of the account, and each of them with its state. */
export const collectTrails: Collector = async (account) => {
  const { settings, limit } = account;
  const { CloudTrailClient, DescribeTrailsCommand, GetTrailStatusCommand } = await import('@aws-sdk/client-cloudtrail');
  const trails = await inRegions(account, (region) =>
    limit(async () => {
      const client = new CloudTrailClient(settings(region));
      // A trail of all regions is listed in its own one alone.
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
    ofAccount(account, 'cloudtrail', { trails: trails.map(({ name, isMultiRegionTrail }) => ({ name, isMultiRegionTrail })) }),
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
