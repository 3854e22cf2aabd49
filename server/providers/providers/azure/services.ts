import type { Service } from '../../manifest.ts';

const names: Readonly<Record<string, string>> = {
  defender: 'Defender for Cloud',
  'entra-id': 'Entra ID',
  policy: 'Azure Policy',
  'key-vault': 'Key Vault',
  monitor: 'Azure Monitor',
  'network-watcher': 'Network Watcher',
  'storage-account': 'Storage accounts',
  'sql-database': 'SQL databases',
  'virtual-machine': 'Virtual machines',
  'app-service': 'App Service',
  aks: 'Kubernetes Service',
  'container-registry': 'Container Registry',
  'cosmos-db': 'Cosmos DB',
};

/** The Azure services that scans check, by the ids that findings use (cloud-security, rule 2). */
export const azureServices: readonly Service[] = Object.entries(names).map(([id, name]) => ({
  id,
  name,
  description: `The settings of ${name} in the subscription.`,
}));
