/**
 * Runs the scripts that make an inventory of a Google Cloud project or an Azure subscription, with stand-ins for gcloud and az that print
 * the documented output (spec/areas/integrations/cloud-security, commands that make an inventory).
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { rulePack } from '#areas/integrations/cloud-security/rules/pack/index';
import { startApp } from '../../support/app.ts';
import { connectAccount, scan } from '../../support/clouds.ts';
import { callSuccessfully } from '../../support/letters.ts';

const app = startApp();
const hasJq = spawnSync('jq', ['--version']).status === 0;
const id = 'PROJECT';

/** Output of the commands, keyed by their arguments. The names are taken from the documentation. */
const outputs = {
  gcp: {
    'storage buckets list --raw --format=json': [{ name: 'BUCKET', iamConfiguration: { publicAccessPrevention: 'inherited' } }],
    'storage buckets get-iam-policy gs://BUCKET --format=json': {
      bindings: [{ role: 'roles/storage.objectViewer', members: ['allUsers'] }],
    },
    'projects get-iam-policy PROJECT --format=json': { bindings: [{ role: 'roles/owner', members: ['user:o@example.com'] }], version: 1 },
    'projects list --format=json': [{ projectId: 'shop-prod', name: 'Shop' }],
    'compute firewall-rules list --format=json': [
      { name: 'ssh', direction: 'INGRESS', disabled: false, sourceRanges: ['0.0.0.0/0'], allowed: [{ IPProtocol: 'tcp', ports: ['22'] }] },
    ],
    'sql instances list --format=json': [{ name: 'orders', settings: { tier: 'db-f1-micro' } }],
    'monitoring policies list --format=json': [],
  },
  azure: {
    'storage account list': [
      {
        id: '/a',
        enableHttpsTrafficOnly: false,
        minimumTlsVersion: 'TLS1_0',
        networkRuleSet: { defaultAction: 'Allow' },
        encryption: { services: { blob: { enabled: true }, file: { enabled: true } } },
      },
    ],
    'keyvault list': [{ id: '/v', name: 'NAME' }],
    'keyvault show --name NAME': { id: '/v', name: 'NAME', properties: { publicNetworkAccess: 'Enabled' } },
    'network nsg list': [
      {
        id: '/n',
        securityRules: [
          {
            access: 'Allow',
            direction: 'Inbound',
            protocol: 'Tcp',
            sourceAddressPrefix: '*',
            destinationPortRanges: ['22', '3389', '5432'],
          },
        ],
      },
    ],
    'sql server list': [{ id: '/s', name: 'NAME', resourceGroup: 'GROUP', publicNetworkAccess: 'Enabled' }],
    'sql server audit-policy show -g GROUP -n NAME': { state: 'Disabled', blobStorageTargetState: 'Disabled' },
    'sql server firewall-rule list -g GROUP -s NAME': [{ startIpAddress: '0.0.0.0', endIpAddress: '255.255.255.255' }],
    'webapp list': [{ id: '/w', name: 'NAME', resourceGroup: 'GROUP', httpsOnly: false }],
    'webapp config show -g GROUP -n NAME': { minTlsVersion: '1.0', remoteDebuggingEnabled: true, ftpsState: 'AllAllowed' },
    'aks list': [{ id: '/k', enableRbac: true }],
    'acr list': [{ id: '/r', adminUserEnabled: true, publicNetworkAccess: 'Enabled' }],
    'cosmosdb list': [{ id: '/c', publicNetworkAccess: 'Enabled', ipRules: [], isVirtualNetworkFilterEnabled: false }],
    'vm list': [{ id: '/m', osProfile: { linuxConfiguration: { disablePasswordAuthentication: false } } }],
    'disk list': [{ id: '/d', encryption: { type: 'EncryptionAtRestWithPlatformKey' } }],
    'role assignment list --all': [{ principalId: 'p', principalType: 'User', roleDefinitionName: 'Owner', scope: '/subscriptions/s' }],
    'role definition list --custom-role-only true': [{ id: '/o', roleType: 'CustomRole', permissions: [{ actions: ['*'] }] }],
    'monitor activity-log alert list': [],
    'monitor diagnostic-settings subscription list': { value: [] },
  },
} as const;
const programNames = { gcp: 'gcloud', azure: 'az' } as const;

/** A stand-in that prints the output for its arguments, records the arguments, and fails for unknown arguments. */
const standInScript = `#!/usr/bin/env bash
here=$(dirname "$0")
asked="$*"
asked="\${asked/ --subscription PROJECT -o json/}"
echo "$asked" >> "$here/asked"
jq -e --arg asked "$asked" '.[$asked] // error("refused")' "$here/answers.json"
`;

/** Runs the setup script of a provider. @returns its inventory and error output, and the arguments of each command */
async function run(cloud: keyof typeof outputs, unreadable: readonly string[] = []) {
  const { call } = await app.caller();
  const { setupScript } = await callSuccessfully(call, 'GET', `/v1/integrations/connections/providers/${cloud}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
  const readable = Object.fromEntries(Object.entries(outputs[cloud]).filter(([args]) => !unreadable.includes(args)));
  writeFileSync(path.join(folder, 'answers.json'), JSON.stringify(readable));
  writeFileSync(path.join(folder, 'inventory.sh'), setupScript);
  const command = path.join(folder, programNames[cloud]);
  writeFileSync(command, standInScript);
  chmodSync(command, 0o755);
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const { stdout, stderr } = spawnSync('bash', [path.join(folder, 'inventory.sh'), id], { env, encoding: 'utf8' });
  return { call, inventory: stdout, stderr, calls: readFileSync(path.join(folder, 'asked'), 'utf8').trim().split('\n') };
}

async function findingsOf(call: Awaited<ReturnType<typeof run>>['call'], connectionId: string) {
  const { data } = await callSuccessfully(call, 'GET', `/v1/cloud-security/findings?connectionId=${connectionId}&limit=200`);
  return data.map(({ checkKey, status }: { readonly checkKey: string; readonly status: string }) => `${checkKey} ${status}`);
}

describe.skipIf(!hasJq).each(['gcp', 'azure'] as const)('the script of %s', (cloud) => {
  test('runs without errors and calls exactly the documented commands, which only read', async () => {
    const { calls, stderr } = await run(cloud);
    expect(stderr).toBe('');
    const documented = readFileSync(new URL('../../../spec/areas/integrations/cloud-security/rules.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...line.matchAll(/`(?:gcloud|az) ([^`]+)`/g)].map(([, command = '']) => command.replace(/ -o json$/, '')))
      .filter((command) => command.endsWith('--format=json') === (cloud === 'gcp'));
    expect([...new Set(calls)].sort()).toEqual(documented.sort());
    for (const command of calls) expect(command).toMatch(/ (?:list|show|get-iam-policy)\b/);
  });

  test('makes an inventory on which every check of the cloud has a result', async () => {
    const { call, inventory } = await run(cloud);
    const connectionId = await connectAccount(call, cloud);
    expect(await scan(app.base, call, connectionId, inventory)).toMatchObject({ status: 'completed', result: { status: 'completed' } });
    const findings: string[] = await findingsOf(call, connectionId);
    expect([...new Set(findings.map((finding) => finding.split(' ')[0]))].sort()).toEqual(rulePack[cloud].map(({ key }) => key).sort());
  });
});

test.skipIf(!hasJq)('a service that cannot be read completely is omitted, and its earlier findings stay', async () => {
  const { call, inventory } = await run('gcp');
  const connectionId = await connectAccount(call, 'gcp');
  await scan(app.base, call, connectionId, inventory);
  const partial = await run('gcp', ['projects list --format=json', 'sql instances list --format=json']);
  expect(partial.stderr).toContain('iam cannot be read, and is left out.');
  expect(partial.stderr).toContain('cloud-sql cannot be read, and is left out.');
  expect(JSON.parse(partial.inventory).services).toEqual(['cloud-monitoring', 'cloud-storage', 'vpc-network']);
  await scan(app.base, call, connectionId, partial.inventory);
  const { summary } = await callSuccessfully(call, 'GET', `/v1/cloud-security/history?connectionId=${connectionId}`);
  expect(summary).toMatchObject({ resolutions: 0, regressions: 0 });
});
