/** Creates scripts with which users make inventories (spec/areas/integrations/cloud-security, commands that make an inventory). */

interface Script {
  readonly provider: string;
  /** Describes the account that the script reads. */
  readonly account: string;
  /** The command-line tool of the cloud. */
  readonly command: string;
  /** Bash code that defines the function `parts`, which prints the inventory. It may use `part`, `list`, `whole` and `items`. */
  readonly parts: string;
}

/** @returns a bash script that prints the inventory of the account `$account`, without services that cannot be read completely */
export function inventoryScript({ provider, account, command, parts }: Script): string {
  return String.raw`#!/usr/bin/env bash
# Prints an inventory of ${account}. It only reads. It needs bash, jq and ${command}, and somebody who is signed in there:
#   bash inventory.sh ID > inventory.json
set -uo pipefail
account="$1"

# part SERVICE FILTER COMMAND: what a command prints, made into resources by a filter of jq.
part() {
  local service="$1" filter="$2" found
  shift 2
  if found=$("$@" | jq -c --arg account "$account" "[$filter]"); then
    jq -c --arg service "$service" '{service: $service, resources: map({serviceId: $service} + .)}' <<<"$found"
  else
    echo "$service cannot be read, and is left out." >&2
    jq -nc --arg service "$service" '{service: $service, resources: null}'
  fi
}
# list SERVICE TYPE ID COMMAND: each item of a list is a resource.
list() {
  local service="$1" filter=".[] | {resourceType: \"$2\", resourceId: .$3, attributes: .}"
  shift 3
  part "$service" "$filter" "$@"
}
# whole SERVICE TYPE ATTRIBUTE COMMAND: all of it is an attribute of the account.
whole() {
  local service="$1" filter="{resourceType: \"$2\", resourceId: \$account, attributes: {$3: .}}"
  shift 3
  part "$service" "$filter" "$@"
}
# items COMMAND: each item of a list on a line of its own.
items() { "$@" | jq -c '.[]'; }

${parts.trim()}
{
  parts
} | jq -s --arg account "$account" '
  (map(select(.resources == null).service)) as $left_out
  | map(select(.service | IN($left_out[]) | not))
  | {provider: "${provider}", accountId: $account, collectedAt: (now | todate),
     services: (map(.service) | unique), resources: (map(.resources) | add // [])}'
`;
}
