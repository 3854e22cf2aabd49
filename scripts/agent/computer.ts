/** Describes this computer. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import type { components } from '#generated/api';
import type { Run } from './checks/run.ts';
import { isPlaceholder } from '#domain/devices/placeholders';

type Computer = Omit<components['schemas']['DeviceRegistration'], 'organizationId' | 'agentVersion'>;

const platforms: Readonly<Record<string, Computer['platform']>> = { darwin: 'macos', win32: 'windows', linux: 'linux' };

/** @throws on an operating system without checks */
export function currentPlatform(): Computer['platform'] {
  const platform = platforms[process.platform];
  if (!platform) throw new Error(`there are no checks for ${process.platform}`);
  return platform;
}

/** @param run runs a command of the operating system @param installationId of the agent */
export async function describeComputer(run: Run, installationId: string): Promise<Computer> {
  const platform = currentPlatform();
  const [serialNumber, hardwareId, hardwareModel, osVersion] = await Promise.all([
    serialOf(platform, run).then(parseSerialNumber, () => undefined),
    hardwareIdOf(platform, run).then(parseSerialNumber, () => undefined),
    modelOf(platform, run).catch(() => undefined),
    versionOf(platform, run).catch(() => os.release()),
  ]);
  return {
    name: os.hostname().split('.', 1)[0] ?? os.hostname(),
    hostname: os.hostname(),
    platform,
    osVersion: osVersion || os.release(),
    ...(serialNumber && { serialNumber }),
    // Without a hardware id, the installation id of the agent identifies the computer.
    hardwareId: hardwareId ?? installationId,
    ...(hardwareModel && { hardwareModel }),
  };
}

const powershell = (run: Run, script: string) => run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]);

async function serialOf(platform: Computer['platform'], run: Run): Promise<string> {
  if (platform === 'linux') return (await readFile('/sys/class/dmi/id/product_serial', 'utf8')).trim();
  if (platform === 'windows') return (await powershell(run, '(Get-CimInstance Win32_BIOS).SerialNumber')).trim();
  return parseSerial(await run('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']));
}

/** @returns undefined for a value that many computers share */
export function parseSerialNumber(value: string): string | undefined {
  return isPlaceholder(value) ? undefined : value.trim();
}

/** The hardware UUID. Linux shows it to root only; for other users, a hash of the machine id replaces it. */
async function hardwareIdOf(platform: Computer['platform'], run: Run): Promise<string> {
  if (platform === 'windows') return (await powershell(run, '(Get-CimInstance Win32_ComputerSystemProduct).UUID')).trim();
  if (platform === 'macos') return parseUuid(await run('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']));
  const uuid = await readFile('/sys/class/dmi/id/product_uuid', 'utf8').catch(() => '');
  if (!isPlaceholder(uuid)) return uuid.trim();
  const machine = (await readFile('/etc/machine-id', 'utf8')).trim();
  return createHash('sha256').update(`compliance-automation-agent ${machine}`).digest('hex');
}

/** @param output of ioreg */
export function parseUuid(output: string): string {
  return /"IOPlatformUUID" = "([^"]+)"/.exec(output)?.[1] ?? '';
}

/** @param output of ioreg */
export function parseSerial(output: string): string {
  return /"IOPlatformSerialNumber" = "([^"]+)"/.exec(output)?.[1] ?? '';
}

async function modelOf(platform: Computer['platform'], run: Run): Promise<string> {
  if (platform === 'linux') return (await readFile('/sys/class/dmi/id/product_name', 'utf8')).trim();
  if (platform === 'windows') return (await powershell(run, '(Get-CimInstance Win32_ComputerSystem).Model')).trim();
  return (await run('sysctl', ['-n', 'hw.model'])).trim();
}

async function versionOf(platform: Computer['platform'], run: Run): Promise<string> {
  if (platform === 'linux') return parseDistribution(await readFile('/etc/os-release', 'utf8'));
  if (platform === 'windows') return os.version();
  return (await run('sw_vers', ['-productVersion'])).trim();
}

/** @param file /etc/os-release */
export function parseDistribution(file: string): string {
  return /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(file)?.[1] ?? '';
}
