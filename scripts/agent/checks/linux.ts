import { type Check, leastCharacters, lengthVerdict, lockVerdict, type Verdict } from './check.ts';

/** Services that protect against malware. */
const protectors = ['clamav-daemon', 'falcon-sensor', 'mdatp', 'sentinelone', 'sophos-spl', 'cbdaemon', 'esets'];

/** Where distributions say what a new password must be like. */
const pamFiles = ['/etc/pam.d/common-password', '/etc/pam.d/system-auth', '/etc/pam.d/password-auth'];

export const linuxChecks: readonly Check[] = [
  {
    checkType: 'disk_encryption',
    commands: [
      ['findmnt', '--noheadings', '--output', 'SOURCE', '--target', '/'],
      ['findmnt', '--noheadings', '--output', 'SOURCE', '--target', '/home'],
      ['lsblk', '--json', '--output', 'NAME,TYPE'],
    ],
    judge: judgeDisk,
  },
  { checkType: 'antivirus', commands: [['systemctl', 'is-active', ...protectors]], judge: judgeServices },
  {
    checkType: 'password_policy',
    commands: [['grep', '-rsE', 'minlen|pam_pwquality', ...pamFiles, '/etc/security/pwquality.conf.d', '/etc/security/pwquality.conf']],
    judge: judgePasswords,
  },
  {
    checkType: 'screen_lock',
    commands: [
      ['pgrep', '-x', 'gnome-shell'],
      ['gsettings', 'get', 'org.gnome.desktop.screensaver', 'lock-enabled'],
      ['gsettings', 'get', 'org.gnome.desktop.session', 'idle-delay'],
      ['gsettings', 'get', 'org.gnome.desktop.screensaver', 'lock-delay'],
    ],
    judge: judgeScreen,
  },
];

/** The file systems of the system and of its users must be on encrypted volumes, whatever stands in between. */
export function judgeDisk(output: string): Verdict {
  const start = output.indexOf('{');
  const sources = new Set(output.slice(0, Math.max(0, start)).split('\n').map(deviceIn).filter(Boolean));
  const places = start < 0 ? [] : placesIn(JSON.parse(output.slice(start)), false);
  const found = [...sources].map((name) => places.filter((place) => place.name === name));
  if (found.length === 0 || found.some(({ length }) => length === 0))
    return { passed: false, message: 'The volumes of the system and of its users were not found.' };
  const isEncrypted = found.flat().every((place) => place.isEncrypted);
  return { passed: isEncrypted, message: `The volumes of the system and of its users are ${isEncrypted ? '' : 'not all '}encrypted.` };
}

/** @param source as findmnt prints it: the path of a device, with the name of a subvolume behind it */
function deviceIn(source: string): string {
  const [path = ''] = source.trim().split('[', 1);
  return path.slice(path.lastIndexOf('/') + 1);
}

interface Place {
  readonly name: string;
  readonly isEncrypted: boolean;
}

/** @returns every device below this, as often as it is there: a volume may be on several disks */
function placesIn(device: unknown, isEncrypted: boolean): Place[] {
  if (Array.isArray(device)) return device.flatMap((one) => placesIn(one, isEncrypted));
  if (typeof device !== 'object' || device === null) return [];
  const inside = isEncrypted || Reflect.get(device, 'type') === 'crypt';
  const name: unknown = Reflect.get(device, 'name');
  const below = placesIn(Reflect.get(device, 'blockdevices') ?? Reflect.get(device, 'children'), inside);
  return [...(typeof name === 'string' ? [{ name, isEncrypted: inside }] : []), ...below];
}

/** systemctl prints the state of each service, in their order. */
export function judgeServices(output: string): Verdict {
  const active = output
    .trim()
    .split('\n')
    .flatMap((state, index) => (state.trim() === 'active' ? [protectors[index] ?? 'a service'] : []));
  return active.length
    ? { passed: true, message: `${active.join(', ')} is active.` }
    : { passed: false, message: 'No service that protects against malware is active.' };
}

/**
 * Only what PAM asks for counts. pam_pwquality takes the length from its own line, else from its file, else it is eight characters.
 * @param output of grep: a file, a colon, and the line
 */
export function judgePasswords(output: string): Verdict {
  const lines = output.split('\n').flatMap((line) => {
    const [, file = '', text = ''] = /^([^:]*):([^#]*)/.exec(line) ?? [];
    return text.trim() === '' ? [] : [{ isPam: file.startsWith('/etc/pam.d/'), text }];
  });
  const inFile = lines.filter(({ isPam }) => !isPam).flatMap(({ text }) => lengthIn(text));
  const lengths = lines
    .filter(({ isPam }) => isPam)
    .flatMap(({ text }) => [...lengthIn(text), ...(text.includes('pam_pwquality') ? [inFile.at(-1) ?? leastCharacters] : [])].slice(0, 1));
  return lengthVerdict(lengths.length ? Math.max(...lengths) : undefined);
}

function lengthIn(line: string): number[] {
  return [...line.matchAll(/\bminlen\s*=\s*(\d+)/g)].map(([, length]) => Number(length)).slice(-1);
}

/**
 * The processes of the desktop, whether it locks, after how many seconds the screen is blank, and after how many more it locks. Warnings in
 * between say nothing. Without a desktop the settings are what they were delivered with, and lock nothing.
 */
export function judgeScreen(output: string): Verdict {
  const lines = output.split('\n').map((line) => line.trim());
  if (!lines.some((line) => /^\d+$/.test(line)))
    return { passed: false, message: 'No desktop of GNOME is running that would lock the screen.' };
  const [isLocked, idle, delay] = lines.filter((line) => /^(?:true|false|uint32 \d+)$/.test(line));
  const seconds = (value = '') => Number(/^uint32 (\d+)$/.exec(value)?.[1] ?? 0);
  return lockVerdict(isLocked === 'true' && seconds(idle) > 0 ? seconds(idle) + seconds(delay) : undefined);
}
