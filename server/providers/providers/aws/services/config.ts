import { type Collector, inRegions } from '../account.ts';

/** Collects whether changes of resources are recorded and delivered in each region. */
export const collectConfig: Collector = async (account) => {
  const { settings, limit } = account;
  const {
    ConfigServiceClient,
    DescribeConfigurationRecordersCommand,
    DescribeConfigurationRecorderStatusCommand,
    DescribeDeliveryChannelsCommand,
  } = await import('@aws-sdk/client-config-service');
  return inRegions(account, (region) =>
    limit(async () => {
      const client = new ConfigServiceClient(settings(region));
      const { ConfigurationRecorders = [] } = await client.send(new DescribeConfigurationRecordersCommand({}));
      const { ConfigurationRecordersStatus = [] } = await client.send(new DescribeConfigurationRecorderStatusCommand({}));
      const { DeliveryChannels = [] } = await client.send(new DescribeDeliveryChannelsCommand({}));
      return [
        {
          serviceId: 'config',
          resourceType: 'region',
          resourceId: region,
          region,
          attributes: {
            configurationRecorders: ConfigurationRecorders.map(({ name = '' }) => ({
              name,
              recording: ConfigurationRecordersStatus.some((status) => status.name === name && status.recording === true),
            })),
            deliveryChannels: DeliveryChannels.map(({ name = '' }) => ({ name })),
          },
        },
      ];
    }),
  );
};
