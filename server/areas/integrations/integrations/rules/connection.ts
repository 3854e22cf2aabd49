/** A connection with the manifest of its provider. */
import type { components } from '#generated/api';
import type { Manifest, Variables } from '#providers/manifest';

type Schemas = components['schemas'];

export interface Connection {
  readonly id: string;
  readonly manifest: Manifest;
  readonly status: Schemas['IntegrationConnectionStatus'];
  readonly metadata: Schemas['IntegrationMetadata'];
  readonly variables: Variables;
  readonly cadence: string | null;
  /** The services that a user chose; null to use the defaults of the manifest. */
  readonly chosenServices: readonly string[] | null;
  /** The services that were detected in the account; null before the first detection. */
  readonly detectedServices: readonly string[] | null;
  readonly detectedAt: string | null;
  readonly mode: Schemas['IntegrationConnectionMode'];
  readonly hasCredentials: boolean;
  readonly listItem: Schemas['IntegrationConnectionListItem'];
}
