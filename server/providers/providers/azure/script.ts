import { inventoryScript } from '../../inventory-script.ts';

/** A script that creates an inventory of an Azure subscription with read-only commands. Its filters restore empty properties, which newer
 * versions of the commands omit.
 */
export const azureScript = inventoryScript({
  provider: 'azure',
  account: 'a subscription of Azure',
  command: 'az',
  parts: String.raw`
ask() { az "$@" --subscription "$account" -o json </dev/null; }
# with FILTER COMMAND: what a command prints, after a filter of jq.
with() {
  local filter="$1"
  shift
  ask "$@" | jq -c "$filter"
}
of() { jq -r ".$1" <<<"$2"; }
vaults() {
  items ask keyvault list | while read -r vault; do
    ask keyvault show --name "$(of name "$vault")" |
      jq -c '{id, enableSoftDelete: null, enablePurgeProtection: null, enableRbacAuthorization: null, networkAcls: null} + .properties' || exit 1
  done | jq -s .
}
servers() {
  items ask sql server list | while read -r server; do
    group=$(of resourceGroup "$server")
    name=$(of name "$server")
    audit=$(ask sql server audit-policy show -g "$group" -n "$name") || exit 1
    rules=$(ask sql server firewall-rule list -g "$group" -s "$name") || exit 1
    jq -c --argjson audit "$audit" --argjson rules "$rules" \
      '{minimalTlsVersion: null} + . + {auditingSettings: $audit, firewallRules: $rules}' <<<"$server"
  done | jq -s .
}
sites() {
  items ask webapp list | while read -r site; do
    config=$(ask webapp config show -g "$(of resourceGroup "$site")" -n "$(of name "$site")") || exit 1
    jq -c --argjson config "$config" '. + {siteConfig: $config}' <<<"$site"
  done | jq -s .
}
parts() {
  list storage-account storageAccount id with 'map({allowBlobPublicAccess: null, publicNetworkAccess: null} + .)' storage account list
  list key-vault vault id vaults
  list network-watcher networkSecurityGroup id ask network nsg list
  list sql-database server id servers
  list app-service site id sites
  list aks managedCluster id with 'map({apiServerAccessProfile: null} + . + {networkProfile: ({networkPolicy: null} + .networkProfile)})' aks list
  list container-registry registry id ask acr list
  list cosmos-db databaseAccount id with 'map({disableLocalAuth: null} + .)' cosmosdb list
  list virtual-machine virtualMachine id ask vm list
  list virtual-machine disk id with 'map({encryptionSettingsCollection: null} + .)' disk list
  whole entra-id subscription roleAssignments ask role assignment list --all
  list entra-id roleDefinition id ask role definition list --custom-role-only true
  whole monitor subscription activityLogAlerts ask monitor activity-log alert list
  whole monitor subscription diagnosticSettings with 'if type == "object" then .value else . end' monitor diagnostic-settings subscription list
}`,
});
