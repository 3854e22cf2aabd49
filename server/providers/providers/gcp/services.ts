import type { Service } from '../../manifest.ts';

const names: Readonly<Record<string, string>> = {
  'cloud-storage': 'Cloud Storage',
  'vpc-network': 'VPC networks',
  'compute-engine': 'Compute Engine',
  iam: 'IAM',
  'cloud-sql': 'Cloud SQL',
  gke: 'Kubernetes Engine',
  'cloud-kms': 'Key Management Service',
  'cloud-logging': 'Cloud Logging',
  'cloud-monitoring': 'Cloud Monitoring',
  'cloud-dns': 'Cloud DNS',
  bigquery: 'BigQuery',
  pubsub: 'Pub/Sub',
  'cloud-armor': 'Cloud Armor',
  'security-command-center': 'Security Command Center',
};

/** The Google Cloud services that scans check, by the ids that findings use (cloud-security, rule 2). */
export const gcpServices: readonly Service[] = Object.entries(names).map(([id, name]) => ({
  id,
  name,
  description: `The settings of ${name} in the projects.`,
}));
