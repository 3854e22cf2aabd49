/** Tests step by step what a service principal may do. Nothing in Azure is changed. */
import { isObject } from '#platform/json-object';
import { CredentialsRefused, reasonOf } from '../../failures.ts';
import { type Source, textValue } from '../../manifest.ts';
import { pathSegment } from '../../path-segment.ts';
import { type Azure, listSubscriptions, openAzure, type Subscription } from './client.ts';

const stepNames = {
  authenticate: 'Sign-in of the service principal',
  detect_subscription: 'Subscription',
  subscription_access: 'Access to the subscription',
  defender_access: 'Access to Defender for Cloud',
  resource_read_access: 'Access to resources',
  write_access: 'Right to change resources, which scans do not need',
} as const;

export interface AzureStep {
  readonly id: keyof typeof stepNames;
  readonly name: string;
  readonly success: boolean;
  readonly error?: string;
}

export interface AzureAccess {
  readonly steps: AzureStep[];
  /** The configured subscription, or the first one that is visible. */
  readonly subscription: Subscription | undefined;
}

/** @throws UnexpectedAnswer or Unreachable if Azure cannot be queried */
export async function testAzureAccess(source: Source): Promise<AzureAccess> {
  const secrets = Object.values(source.credentials).flat();
  const steps: AzureStep[] = [];
  /** Runs a step. If Azure denies it, the step is recorded as failed, and the result is undefined. */
  const runStep = async <R>(id: AzureStep['id'], work: () => Promise<R>): Promise<R | undefined> => {
    try {
      const result = await work();
      steps.push({ id, name: stepNames[id], success: true });
      return result;
    } catch (error) {
      if (!(error instanceof CredentialsRefused)) throw error;
      steps.push({ id, name: stepNames[id], success: false, error: reasonOf(error, secrets).message });
      return undefined;
    }
  };
  const azure = await runStep('authenticate', () => openAzure(source));
  if (!azure) return { steps, subscription: undefined };
  const configuredId = textValue(source.variables, 'subscription_id') || textValue(source.credentials, 'subscriptionId');
  const subscription = await runStep('detect_subscription', async () => {
    const subscriptions = await listSubscriptions(azure);
    const subscription = subscriptions.find(({ id }) => id === configuredId) ?? subscriptions[0];
    if (!subscription) throw new CredentialsRefused('The service principal sees no subscription');
    return subscription;
  });
  if (!subscription) return { steps, subscription };
  const subscriptionPath = `/subscriptions/${pathSegment(subscription.id)}`;
  await runStep('subscription_access', () => azure.read(`${subscriptionPath}?api-version=2022-12-01`));
  await runStep('defender_access', () => azure.read(`${subscriptionPath}/providers/Microsoft.Security/pricings?api-version=2024-01-01`));
  await runStep('resource_read_access', () => azure.read(`${subscriptionPath}/resources?$top=1&api-version=2021-04-01`));
  await runStep('write_access', () => requireWriteAccess(azure, subscriptionPath));
  return { steps, subscription };
}

async function requireWriteAccess(azure: Azure, subscriptionPath: string): Promise<void> {
  const { value } = await azure.read(`${subscriptionPath}/providers/Microsoft.Authorization/permissions?api-version=2022-04-01`);
  const actions = (Array.isArray(value) ? value.filter(isObject) : []).flatMap(({ actions: allowed }) =>
    Array.isArray(allowed) ? allowed.map(String) : [],
  );
  if (!actions.some((action) => action === '*' || action.endsWith('/write')))
    throw new CredentialsRefused('The service principal may not change resources, and scans do not need it');
}
