import { type Collector, inRegions } from '../account.ts';

/** Collects whether threat detection is enabled in each region. */
export const collectDetectors: Collector = async (account) => {
  const { settings, limit } = account;
  const { GuardDutyClient, GetDetectorCommand, ListDetectorsCommand } = await import('@aws-sdk/client-guardduty');
  return inRegions(account, (region) =>
    limit(async () => {
      const client = new GuardDutyClient(settings(region));
      const { DetectorIds: [DetectorId] = [] } = await client.send(new ListDetectorsCommand({}));
      const detector = DetectorId === undefined ? undefined : await client.send(new GetDetectorCommand({ DetectorId }));
      return [
        {
          serviceId: 'guardduty',
          resourceType: 'region',
          resourceId: region,
          region,
          attributes: { detectorStatus: detector?.Status ?? null },
        },
      ];
    }),
  );
};
