import { homeRegion, undefinedForErrors } from '../client.ts';
import { type Collector, accountResource } from '../account.ts';

/** Collects the password policy and root user of the account, and each user's password, second factor and keys. */
export const collectIdentities: Collector = async (account) => {
  const { settings, limit } = account;
  const {
    IAMClient,
    GetAccountPasswordPolicyCommand,
    GetAccountSummaryCommand,
    GetLoginProfileCommand,
    ListAccessKeysCommand,
    ListMFADevicesCommand,
    paginateListUsers,
  } = await import('@aws-sdk/client-iam');
  const client = new IAMClient(settings(homeRegion));
  const policy = await limit(() =>
    client.send(new GetAccountPasswordPolicyCommand({})).catch(undefinedForErrors('NoSuchEntityException', 'NoSuchEntity')),
  );
  const { SummaryMap } = await limit(() => client.send(new GetAccountSummaryCommand({})));
  const { MinimumPasswordLength, RequireSymbols, RequireNumbers, RequireUppercaseCharacters, RequireLowercaseCharacters } =
    policy?.PasswordPolicy ?? {};
  const accountSettings = accountResource(account, 'iam-analyzer', {
    passwordPolicy: policy
      ? {
          minimumPasswordLength: MinimumPasswordLength ?? 6,
          requireSymbols: RequireSymbols ?? false,
          requireNumbers: RequireNumbers ?? false,
          requireUppercaseCharacters: RequireUppercaseCharacters ?? false,
          requireLowercaseCharacters: RequireLowercaseCharacters ?? false,
        }
      : null,
    accountAccessKeysPresent: SummaryMap?.AccountAccessKeysPresent ?? 0,
  });
  const names: string[] = [];
  for await (const { Users = [] } of paginateListUsers({ client }, {})) names.push(...Users.flatMap(({ UserName }) => UserName ?? []));
  const users = names.map(async (UserName) => {
    const [login, devices, keys] = await Promise.all([
      limit(() => client.send(new GetLoginProfileCommand({ UserName })).catch(undefinedForErrors('NoSuchEntityException', 'NoSuchEntity'))),
      limit(() => client.send(new ListMFADevicesCommand({ UserName }))),
      limit(() => client.send(new ListAccessKeysCommand({ UserName }))),
    ]);
    return {
      serviceId: 'iam-analyzer',
      resourceType: 'user',
      resourceId: UserName,
      attributes: {
        passwordEnabled: login !== undefined,
        mfaActive: (devices.MFADevices ?? []).length > 0,
        accessKeys: (keys.AccessKeyMetadata ?? []).map(({ AccessKeyId, Status, CreateDate }) => ({
          accessKeyId: AccessKeyId ?? '',
          status: Status ?? '',
          createDate: CreateDate?.toISOString() ?? null,
        })),
      },
    };
  });
  return [accountSettings, ...(await Promise.all(users))];
};
