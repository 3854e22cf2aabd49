/** Data of the registered computers: owner, device, and results of the last check-in. */
import type { components } from '#generated/api';
import type { PersonName } from './people.ts';

export interface DeviceData {
  readonly who: PersonName;
  readonly name: string;
  readonly platform: components['schemas']['DevicePlatform'];
  readonly system: string;
  readonly serial: string;
  readonly model: string;
  /** When the computer was registered, in days before today. */
  readonly registered: number;
  /** The last check-in, in days before today; 0 means at the time of loading. */
  readonly seen: number;
  readonly failed: readonly components['schemas']['DeviceCheckType'][];
}

export const devices: readonly DeviceData[] = [
  { who: 'mira', name: 'mira-air', platform: 'macos', system: '15.3.2', serial: 'FVFH20A1Q6L4', model: 'Mac14,2', registered: 122, seen: 0, failed: [] },
  { who: 'tobias', name: 'tobias-pro', platform: 'macos', system: '15.3.2', serial: 'C02ZK1B7MD6M', model: 'Mac15,6', registered: 122, seen: 0, failed: ['screen_lock'] },
  { who: 'noor', name: 'noor-pro', platform: 'macos', system: '15.3.1', serial: 'C02ZL3C9MD6N', model: 'Mac15,3', registered: 121, seen: 0, failed: [] },
  { who: 'yusuf', name: 'yusuf-x1', platform: 'linux', system: 'Ubuntu 24.04.2 LTS', serial: 'PF3XK8Q1', model: 'ThinkPad X1', registered: 118, seen: 0, failed: ['antivirus'] },
  { who: 'ingrid', name: 'INGRID-LT', platform: 'windows', system: 'Windows 11 Pro', serial: '5CG2148XWD', model: 'EliteBook 840', registered: 117, seen: 0, failed: [] },
  { who: 'camille', name: 'CAMILLE-LT', platform: 'windows', system: 'Windows 11 Pro', serial: '5CG2148XWF', model: 'EliteBook 840', registered: 117, seen: 19, failed: [] },
];
