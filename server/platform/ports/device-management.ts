/** Port for a device management system. Without such a system, there are no hosts to list or remove (people, rule 13). */
import type { components } from '#generated/api';

/** A host as reported by the system. */
export type Host = components['schemas']['DeviceHost'];

export interface DeviceManagement {
  /** The hosts under a label. */
  listHosts(label: number): Promise<Host[]>;
  /** Succeeds even if there is no such host. */
  removeHost(id: string): Promise<void>;
}

export const noDeviceManagement: DeviceManagement = {
  listHosts: async () => [],
  removeHost: async () => undefined,
};
