/** The system that looks after an organization's computers. Without one there are no hosts, and there is nothing to remove (spec/areas/people, rule 13). */
import type { components } from '../../../generated/api.d.ts';

/** As the system tells of it. */
export type Host = components['schemas']['DeviceHost'];

export interface DeviceManagement {
  /** The hosts under a label. */
  listHosts(label: number): Promise<Host[]>;
  /** Also when there is none. */
  removeHost(id: string): Promise<void>;
}

export const noDeviceManagement: DeviceManagement = {
  listHosts: async () => [],
  removeHost: async () => undefined,
};
