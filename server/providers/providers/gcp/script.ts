import { inventoryScript } from '../../inventory-script.ts';

/** A script that creates an inventory of a Google Cloud project with read-only commands. */
export const gcpScript = inventoryScript({
  provider: 'gcp',
  account: 'a project of Google Cloud',
  command: 'gcloud',
  parts: String.raw`
ask() { CLOUDSDK_CORE_PROJECT="$account" CLOUDSDK_CORE_DISABLE_PROMPTS=1 gcloud "$@" --format=json </dev/null; }
buckets() {
  items ask storage buckets list --raw | while read -r bucket; do
    ask storage buckets get-iam-policy "gs://$(jq -r .name <<<"$bucket")" |
      jq -c --argjson bucket "$bucket" '$bucket + {bindings: (.bindings // [])}' || exit 1
  done | jq -s .
}
parts() {
  list cloud-storage bucket name buckets
  part iam '{resourceType: "project", resourceId: $account, attributes: .}' ask projects get-iam-policy "$account"
  whole iam projectSet projects ask projects list
  list vpc-network firewall name ask compute firewall-rules list
  list cloud-sql instance name ask sql instances list
  whole cloud-monitoring project alertPolicies ask monitoring policies list
}`,
});
