/** What this computer is. */
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import type { components } from '../../generated/api.d.ts';
import type { Run } from './checks/run.ts';

type Computer = Omit<components['schemas']['DeviceRegistration'], 'organizationId' | 'agentVersion'>;

const platforms: Readonly<Record<string, Computer['platform']>> = { darwin: 'macos', win32: 'windows', linux: 'linux' };

/** @throws on an operating system without checks */
export function platformHere(): Computer['platform'] {
  const platform = platforms[process.platform];
  if (!platform) throw new Error(`there are no checks for ${process.platform}`);
  return platform;
}

/** @param run runs a command of the operating system */
export async function describeComputer(run: Run): Promise<Computer> {
  const platform = platformHere();
  const [serialNumber, hardwareModel, osVersion] = await Promise.all([
    serialOf(platform, run).then(serialNumberIn, () => undefined),
    modelOf(platform, run).catch(() => undefined),
    versionOf(platform, run).catch(() => os.release()),
  ]);
  return {
    name: os.hostname().split('.', 1)[0] ?? os.hostname(),
    hostname: os.hostname(),
    platform,
    osVersion: osVersion || os.release(),
    ...(serialNumber && { serialNumber }),
    ...(hardwareModel && { hardwareModel }),
  };
}

const powershell = (run: Run, script: string) => run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]);

async function serialOf(platform: Computer['platform'], run: Run): Promise<string> {
  if (platform === 'linux') return (await readFile('/sys/class/dmi/id/product_serial', 'utf8')).trim();
  if (platform === 'windows') return (await powershell(run, '(Get-CimInstance Win32_BIOS).SerialNumber')).trim();
  return serialIn(await run('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']));
}

/** @returns undefined for what makers of computers leave in the place of a serial number, which many computers have in common */
export function serialNumberIn(told: string): string | undefined {
  const isNone =
    /^(?:|0+|1234567\d*|none|n\/?a|unknown|default string|system serial number|serial number|to be filled by o\.?e\.?m\.?|not (?:specified|applicable|available))$/i;
  return isNone.test(told.trim()) ? undefined : told.trim();
}

/** @param output of ioreg */
export function serialIn(output: string): string {
  return /"IOPlatformSerialNumber" = "([^"]+)"/.exec(output)?.[1] ?? '';
}

async function modelOf(platform: Computer['platform'], run: Run): Promise<string> {
  if (platform === 'linux') return (await readFile('/sys/class/dmi/id/product_name', 'utf8')).trim();
  if (platform === 'windows') return (await powershell(run, '(Get-CimInstance Win32_ComputerSystem).Model')).trim();
  return (await run('sysctl', ['-n', 'hw.model'])).trim();
}

async function versionOf(platform: Computer['platform'], run: Run): Promise<string> {
  if (platform === 'linux') return distributionIn(await readFile('/etc/os-release', 'utf8'));
  if (platform === 'windows') return os.version();
  return (await run('sw_vers', ['-productVersion'])).trim();
}

/** @param file /etc/os-release */
export function distributionIn(file: string): string {
  return /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(file)?.[1] ?? '';
}
