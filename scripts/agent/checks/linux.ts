/** The checks of a computer with Linux. */
import { type Check, minPasswordLength, checkPasswordLength, checkScreenLock, type Outcome } from './check.ts';

/** Services that protect against malware. */
const protectors = ['clamav-daemon', 'falcon-sensor', 'mdatp', 'sentinelone', 'sophos-spl', 'cbdaemon', 'esets'];

/** Files in which distributions configure the requirements for new passwords. */
const pamFiles = ['/etc/pam.d/common-password', '/etc/pam.d/system-auth', '/etc/pam.d/password-auth'];

export const linuxChecks: readonly Check[] = [
  {
    checkType: 'disk_encryption',
    commands: [
      ['findmnt', '--noheadings', '--output', 'SOURCE', '--target', '/'],
      ['findmnt', '--noheadings', '--output', 'SOURCE', '--target', '/home'],
      ['lsblk', '--json', '--output', 'NAME,TYPE'],
    ],
    evaluate: evaluateDisk,
  },
  { checkType: 'antivirus', commands: [['systemctl', 'is-active', ...protectors]], evaluate: evaluateServices },
  {
    checkType: 'password_policy',
    commands: [['grep', '-rsE', 'minlen|pam_pwquality', ...pamFiles, '/etc/security/pwquality.conf.d', '/etc/security/pwquality.conf']],
    evaluate: evaluatePasswords,
  },
  {
    checkType: 'screen_lock',
    commands: [
      ['pgrep', '-x', 'gnome-shell'],
      ['gsettings', 'get', 'org.gnome.desktop.screensaver', 'lock-enabled'],
      ['gsettings', 'get', 'org.gnome.desktop.session', 'idle-delay'],
      ['gsettings', 'get', 'org.gnome.desktop.screensaver', 'lock-delay'],
    ],
    evaluate: evaluateScreen,
  },
];

/** The file systems of the system and of its users must be on encrypted volumes, whatever layers are in between. */
export function evaluateDisk(output: string): Outcome {
  const start = output.indexOf('{');
  const sources = new Set(output.slice(0, Math.max(0, start)).split('\n').map(deviceIn).filter(Boolean));
  const blockDevices = start < 0 ? [] : blockDevicesIn(JSON.parse(output.slice(start)), false);
  const matchingDevices = [...sources].map((name) => blockDevices.filter((blockDevice) => blockDevice.name === name));
  if (matchingDevices.length === 0 || matchingDevices.some(({ length }) => length === 0))
    return { passed: false, message: 'The volumes of the system and of its users were not found.' };
  const isEncrypted = matchingDevices.flat().every((blockDevice) => blockDevice.isEncrypted);
  return { passed: isEncrypted, message: `The volumes of the system and of its users are ${isEncrypted ? '' : 'not all '}encrypted.` };
}

/** @param source as findmnt prints it: the path of a device, followed by the name of a subvolume */
function deviceIn(source: string): string {
  const [path = ''] = source.trim().split('[', 1);
  return path.slice(path.lastIndexOf('/') + 1);
}

interface BlockDevice {
  readonly name: string;
  readonly isEncrypted: boolean;
}

/** Flattens the device tree of lsblk. A volume that spans several disks occurs below each of them. */
function blockDevicesIn(device: unknown, isEncrypted: boolean): BlockDevice[] {
  if (Array.isArray(device)) return device.flatMap((one) => blockDevicesIn(one, isEncrypted));
  if (typeof device !== 'object' || device === null) return [];
  const isInsideEncrypted = isEncrypted || Reflect.get(device, 'type') === 'crypt';
  const name: unknown = Reflect.get(device, 'name');
  const innerDevices = blockDevicesIn(Reflect.get(device, 'blockdevices') ?? Reflect.get(device, 'children'), isInsideEncrypted);
  return [...(typeof name === 'string' ? [{ name, isEncrypted: isInsideEncrypted }] : []), ...innerDevices];
}

/** Passes if one of the services is active. @param output of systemctl: the state of each service, one per line */
export function evaluateServices(output: string): Outcome {
  const active = output
    .trim()
    .split('\n')
    .flatMap((state, index) => (state.trim() === 'active' ? [protectors[index] ?? 'a service'] : []));
  return active.length
    ? { passed: true, message: `${active.join(', ')} is active.` }
    : { passed: false, message: 'No service that protects against malware is active.' };
}

/**
 * Only what PAM enforces counts. pam_pwquality takes the length from its own line, otherwise from its file; the default is eight
 * characters.
 * @param output of grep: a file, a colon, and the line
 */
export function evaluatePasswords(output: string): Outcome {
  const lines = output.split('\n').flatMap((line) => {
    const [, file = '', text = ''] = /^([^:]*):([^#]*)/.exec(line) ?? [];
    return text.trim() === '' ? [] : [{ isPam: file.startsWith('/etc/pam.d/'), text }];
  });
  const inFile = lines.filter(({ isPam }) => !isPam).flatMap(({ text }) => lengthIn(text));
  const lengths = lines
    .filter(({ isPam }) => isPam)
    .flatMap(({ text }) =>
      [...lengthIn(text), ...(text.includes('pam_pwquality') ? [inFile.at(-1) ?? minPasswordLength] : [])].slice(0, 1),
    );
  return checkPasswordLength(lengths.length ? Math.max(...lengths) : undefined);
}

function lengthIn(line: string): number[] {
  return [...line.matchAll(/\bminlen\s*=\s*(\d+)/g)].map(([, length]) => Number(length)).slice(-1);
}

/**
 * Reads the processes of the desktop, whether it locks, after how many seconds the screen goes blank, and after how many more it locks.
 * Warnings in the output are ignored. Without a running desktop, the settings are only defaults and lock nothing.
 */
export function evaluateScreen(output: string): Outcome {
  const lines = output.split('\n').map((line) => line.trim());
  if (!lines.some((line) => /^\d+$/.test(line)))
    return { passed: false, message: 'No desktop of GNOME is running that would lock the screen.' };
  const [lockEnabled, idle, delay] = lines.filter((line) => /^(?:true|false|uint32 \d+)$/.test(line));
  const seconds = (value = '') => Number(/^uint32 (\d+)$/.exec(value)?.[1] ?? 0);
  return checkScreenLock(lockEnabled === 'true' && seconds(idle) > 0 ? seconds(idle) + seconds(delay) : undefined);
}
