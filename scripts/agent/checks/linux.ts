import { type Check, lengthVerdict, lockVerdict, type Verdict } from './check.ts';

/** Services that protect against malware. */
const protectors = ['clamav-daemon', 'falcon-sensor', 'mdatp', 'sentinelone', 'sophos-spl', 'cbdaemon', 'esets'];

export const linuxChecks: readonly Check[] = [
  { checkType: 'disk_encryption', commands: [['lsblk', '--json', '--output', 'NAME,TYPE,MOUNTPOINT']], judge: judgeDisk },
  { checkType: 'antivirus', commands: [['systemctl', 'is-active', ...protectors]], judge: judgeServices },
  {
    checkType: 'password_policy',
    commands: [
      ['grep', '-hsE', 'minlen|pam_pwquality', '/etc/pam.d/common-password', '/etc/pam.d/system-auth', '/etc/security/pwquality.conf'],
    ],
    judge: judgePasswords,
  },
  {
    checkType: 'screen_lock',
    commands: [
      ['gsettings', 'get', 'org.gnome.desktop.screensaver', 'lock-enabled'],
      ['gsettings', 'get', 'org.gnome.desktop.session', 'idle-delay'],
      ['gsettings', 'get', 'org.gnome.desktop.screensaver', 'lock-delay'],
    ],
    judge: judgeScreen,
  },
];

/** The root file system must be on an encrypted volume, whatever stands in between. */
export function judgeDisk(output: string): Verdict {
  const isEncrypted = below(JSON.parse(output), false);
  if (isEncrypted === undefined) return { passed: false, message: 'The root file system was not found.' };
  return { passed: isEncrypted, message: `The root file system is ${isEncrypted ? '' : 'not '}encrypted.` };
}

/** @returns whether the root is encrypted; undefined when it is not below this */
function below(device: unknown, isEncrypted: boolean): boolean | undefined {
  if (Array.isArray(device)) {
    for (const one of device) {
      const found = below(one, isEncrypted);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (typeof device !== 'object' || device === null) return undefined;
  const [type, mountpoint] = [Reflect.get(device, 'type'), Reflect.get(device, 'mountpoint')];
  const inside = isEncrypted || type === 'crypt';
  if (mountpoint === '/') return inside;
  return below(Reflect.get(device, 'blockdevices') ?? Reflect.get(device, 'children'), inside);
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

/** What PAM is told last counts; pam_pwquality by itself asks for eight characters. */
export function judgePasswords(output: string): Verdict {
  const lines = output.split('\n').filter((line) => !line.trim().startsWith('#'));
  const lengths = lines.flatMap((line) => [...line.matchAll(/\bminlen\s*=\s*(\d+)/g)].map(([, length]) => Number(length)));
  return lengthVerdict(lengths.at(-1) ?? (lines.some((line) => line.includes('pam_pwquality')) ? 8 : undefined));
}

/** Whether it locks, after how many seconds the screen is blank, and after how many more it locks. */
export function judgeScreen(output: string): Verdict {
  const [isLocked, idle = 0, delay = 0] = output
    .trim()
    .split('\n')
    .map((line) => (line.trim() === 'true' ? 1 : Number(line.trim().split(' ').at(-1)) || 0));
  return lockVerdict(isLocked === 1 && idle > 0 ? idle + delay : undefined);
}
