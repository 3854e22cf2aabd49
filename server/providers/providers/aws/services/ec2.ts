import { homeRegion, type Settings } from '../client.ts';
import { type Collector, inRegions } from '../account.ts';
import type { CloudResource } from '../../../manifest.ts';

interface FlowLog {
  readonly flowLogId: string;
  readonly flowLogStatus: string;
  readonly resourceId: string;
}

/** @returns the regions that are enabled in the account */
export async function enabledRegions(settings: Settings): Promise<string[]> {
  const { EC2Client, DescribeRegionsCommand } = await import('@aws-sdk/client-ec2');
  const { Regions = [] } = await new EC2Client(settings(homeRegion)).send(new DescribeRegionsCommand({}));
  return Regions.flatMap(({ RegionName }) => RegionName ?? []).sort();
}

/** Collects the default disk encryption, the networks with their flow logs, and the security groups of each region. */
export const collectNetworks: Collector = async (account) => {
  const { settings, limit } = account;
  const { EC2Client, GetEbsEncryptionByDefaultCommand, paginateDescribeFlowLogs, paginateDescribeSecurityGroups, paginateDescribeVpcs } =
    await import('@aws-sdk/client-ec2');
  return inRegions(account, (region) =>
    limit(async () => {
      const client = new EC2Client(settings(region));
      const groups: CloudResource[] = [];
      const vpcs: string[] = [];
      const logs: FlowLog[] = [];
      for await (const { SecurityGroups = [] } of paginateDescribeSecurityGroups({ client }, {}))
        for (const { GroupId = '', GroupName, IpPermissions = [] } of SecurityGroups)
          groups.push({
            serviceId: 'ec2-vpc',
            resourceType: 'securityGroup',
            resourceId: GroupId,
            region,
            ...(GroupName !== undefined && { name: GroupName }),
            attributes: {
              ipPermissions: IpPermissions.map(({ IpProtocol, FromPort, ToPort, IpRanges = [], Ipv6Ranges = [] }) => ({
                ipProtocol: IpProtocol ?? '-1',
                fromPort: FromPort ?? null,
                toPort: ToPort ?? null,
                ipRanges: IpRanges.map(({ CidrIp }) => ({ cidrIp: CidrIp ?? '' })),
                ipv6Ranges: Ipv6Ranges.map(({ CidrIpv6 }) => ({ cidrIpv6: CidrIpv6 ?? '' })),
              })),
            },
          });
      for await (const { Vpcs = [] } of paginateDescribeVpcs({ client }, {})) vpcs.push(...Vpcs.flatMap(({ VpcId }) => VpcId ?? []));
      for await (const { FlowLogs = [] } of paginateDescribeFlowLogs({ client }, {}))
        logs.push(
          ...FlowLogs.map(({ FlowLogId = '', FlowLogStatus = '', ResourceId = '' }) => ({
            flowLogId: FlowLogId,
            flowLogStatus: FlowLogStatus,
            resourceId: ResourceId,
          })),
        );
      const { EbsEncryptionByDefault = false } = await client.send(new GetEbsEncryptionByDefaultCommand({}));
      return [
        {
          serviceId: 'ec2-vpc',
          resourceType: 'region',
          resourceId: region,
          region,
          attributes: { ebsEncryptionByDefault: EbsEncryptionByDefault },
        },
        ...vpcs.map((vpc) => ({
          serviceId: 'ec2-vpc',
          resourceType: 'vpc',
          resourceId: vpc,
          region,
          attributes: { flowLogs: logs.filter(({ resourceId }) => resourceId === vpc) },
        })),
        ...groups,
      ];
    }),
  );
};
