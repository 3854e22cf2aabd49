/** Checks which permissions a service principal has in Azure. The setup also stores its subscription if none is set. */
import { CallExternal, Deferred } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { recordActivity } from '#providers/clouds/activity';
import { isProviderFailure, reasonLineOf } from '#providers/failures';
import type { Source } from '#providers/manifest';
import { testAzureAccess } from '#providers/providers/azure/setup';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Ports } from '#platform/ports/index';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { changeAccount, findAccount, lockAccount } from '../queries/connections.ts';
import { openSource } from '../queries/open-source.ts';
import { connectionNotFound } from '../refusals.ts';

export const azureSetup: Pick<Handlers<'cloud-security'>, 'setupAzure' | 'validateAzure'> = {
  async setupAzure({ path, db, ports }) {
    const openAccount = await openAzureAccount(db, ports, path.connectionId);
    if (isRefusal(openAccount)) return openAccount;
    return new CallExternal(async () => {
      const access = await examineAccess(openAccount);
      if (isRefusal(access)) return async () => access;
      return async ({ db: nextDb, actor, audit }) => {
        const account = await lockAccount(nextDb, path.connectionId);
        if (!account) return connectionNotFound();
        const { steps, subscription } = access;
        const before = account.variables.subscription_id ?? null;
        const setsSubscription = before === null && subscription !== undefined;
        if (setsSubscription)
          await changeAccount(nextDb, account.id, {
            variables: JSON.stringify({ ...account.variables, subscription_id: subscription.id }),
          });
        await recordActivity(nextDb, actor, account.id, {
          type: 'settings',
          action: 'azure_setup',
          description: `Examined the access to Azure: ${steps.filter(({ success }) => success).length} of ${steps.length} steps are done`,
        });
        audit.changed(
          { subscriptionId: before },
          { subscriptionId: setsSubscription ? subscription.id : before },
          { description: 'Set up integration' },
        );
        return {
          status: 200,
          body: { steps, subscriptionId: subscription?.id ?? null, subscriptionName: subscription?.name ?? null },
        };
      };
    });
  },

  async validateAzure({ path, db, ports }) {
    const openAccount = await openAzureAccount(db, ports, path.connectionId);
    if (isRefusal(openAccount)) return openAccount;
    return new Deferred(async () => {
      const access = await examineAccess(openAccount);
      return isRefusal(access) ? access : { status: 200, body: { steps: access.steps, subscriptionId: access.subscription?.id ?? null } };
    });
  },
};

/** @returns a function that opens the account outside of the transaction, or a refusal */
async function openAzureAccount(db: OrganizationDatabase, ports: Ports, connectionId: string) {
  const account = await findAccount(db, connectionId);
  if (!account) return connectionNotFound();
  if (account.cloud !== 'azure') return refusal('connection_of_other_cloud', { cloud: 'Microsoft Azure' });
  return (await openSource(db, ports, account)) ?? refusal('connection_without_credentials');
}

async function examineAccess(openAccountSource: (signal: AbortSignal) => Promise<Source>) {
  let secrets: readonly string[] = [];
  try {
    const source = await openAccountSource(AbortSignal.timeout(60_000));
    source.keepSecret(...Object.values(source.credentials).flat());
    secrets = source.secrets;
    return await testAzureAccess(source);
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    return refusal('provider_failed', { reason: reasonLineOf(error, secrets) });
  }
}
