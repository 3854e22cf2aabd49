import { type Check, lengthVerdict, lockVerdict, type Verdict } from './check.ts';

const xprotect = '/Library/Apple/System/Library/CoreServices/XProtect.bundle/Contents/Info.plist';

export const macosChecks: readonly Check[] = [
  { checkType: 'disk_encryption', commands: [['fdesetup', 'status']], judge: judgeFileVault },
  {
    checkType: 'antivirus',
    commands: [
      ['spctl', '--status'],
      ['defaults', 'read', xprotect, 'CFBundleShortVersionString'],
    ],
    judge: judgeXProtect,
  },
  { checkType: 'password_policy', commands: [['pwpolicy', '-getaccountpolicies']], judge: judgePolicies },
  {
    checkType: 'screen_lock',
    commands: [
      ['sysadminctl', '-screenLock', 'status'],
      ['defaults', '-currentHost', 'read', 'com.apple.screensaver', 'idleTime'],
      ['pmset', '-g'],
    ],
    judge: judgeScreen,
  },
];

export function judgeFileVault(output: string): Verdict {
  const isOn = /FileVault is On/.test(output) && !/in progress/i.test(output);
  return { passed: isOn, message: isOn ? 'FileVault is on.' : 'FileVault does not encrypt the whole disk.' };
}

/** Gatekeeper lets no unknown program start, and XProtect knows malware. */
export function judgeXProtect(output: string): Verdict {
  const version = /^\d[\d.]*$/m.exec(output)?.[0];
  const passed = /assessments enabled/.test(output) && version !== undefined;
  return { passed, message: passed ? `Gatekeeper is on, and XProtect is ${version}.` : 'Gatekeeper is off, or XProtect is missing.' };
}

/** Policies are predicates over the password. */
export function judgePolicies(output: string): Verdict {
  const lengths = [...output.matchAll(/policyAttributePassword matches '[^']*?\.\{(\d+),\d*\}/g)].map(([, length]) => Number(length));
  return lengthVerdict(lengths.length ? Math.max(...lengths) : undefined);
}

/** The screen goes dark by the screen saver or the display, and asks for the password a while later. */
export function judgeScreen(output: string): Verdict {
  const delay = /screenLock delay is immediate/.test(output) ? 0 : Number(/screenLock delay is (\d+) seconds/.exec(output)?.[1] ?? NaN);
  const saver = Number(/^(\d+)$/m.exec(output)?.[1] ?? 0);
  const display = Number(/displaysleep\s+(\d+)/.exec(output)?.[1] ?? 0) * 60;
  const idle = [saver, display].filter((seconds) => seconds > 0);
  return lockVerdict(Number.isNaN(delay) || !idle.length ? undefined : Math.min(...idle) + delay);
}
