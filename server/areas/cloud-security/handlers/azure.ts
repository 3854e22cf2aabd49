/** What a service principal may do in Azure. */
import { CallOutside, Deferred } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { noteActivity } from '../../../domain/clouds/activity.ts';
import { isFailure, lineOf } from '../../../domain/providers/failures.ts';
import type { Source } from '../../../domain/providers/manifest.ts';
import { examineAzure } from '../../../domain/providers/providers/azure/setup.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { changeAccount, findAccount, lockAccount } from '../queries/connections.ts';
import { openSource } from '../queries/open-source.ts';
import { connectionNotFound } from '../refusals.ts';

export const azureSetup: Pick<Handlers<'cloud-security'>, 'setupAzure' | 'validateAzure'> = {
  async setupAzure({ path, db, ports }) {
    const opened = await openAzureAccount(db, ports, path.connectionId);
    if (isRefusal(opened)) return opened;
    return new CallOutside(async () => {
      const found = await examined(opened);
      if (isRefusal(found)) return async () => found;
      return async ({ db: then, actor, audit }) => {
        const account = await lockAccount(then, path.connectionId);
        if (!account) return connectionNotFound();
        const { steps, subscription } = found;
        const before = account.variables.subscription_id ?? null;
        const isNew = before === null && subscription !== undefined;
        if (isNew)
          await changeAccount(then, account.id, { variables: JSON.stringify({ ...account.variables, subscription_id: subscription.id }) });
        await noteActivity(then, actor, account.id, {
          type: 'settings',
          action: 'azure_setup',
          description: `Examined the access to Azure: ${steps.filter(({ success }) => success).length} of ${steps.length} steps are done`,
        });
        audit.changed(
          { subscriptionId: before },
          { subscriptionId: isNew ? subscription.id : before },
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
    const opened = await openAzureAccount(db, ports, path.connectionId);
    if (isRefusal(opened)) return opened;
    return new Deferred(async () => {
      const found = await examined(opened);
      return isRefusal(found) ? found : { status: 200, body: { steps: found.steps, subscriptionId: found.subscription?.id ?? null } };
    });
  },
};

async function openAzureAccount(db: OrganizationDatabase, ports: Ports, connectionId: string) {
  const account = await findAccount(db, connectionId);
  if (!account) return connectionNotFound();
  if (account.cloud !== 'azure') return refusal('connection_of_other_cloud', { cloud: 'Microsoft Azure' });
  return (await openSource(db, ports, account)) ?? refusal('connection_without_credentials');
}

async function examined(open: (signal: AbortSignal) => Promise<Source>) {
  const secrets: string[] = [];
  try {
    const source = await open(AbortSignal.timeout(60_000));
    secrets.push(...Object.values(source.credentials).flat());
    return await examineAzure(source);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return refusal('provider_failed', { reason: lineOf(error, secrets) });
  }
}
