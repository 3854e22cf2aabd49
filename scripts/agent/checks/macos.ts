/** The checks of a computer with macOS. */
import { type Check, checkPasswordLength, checkScreenLock, type Outcome } from './check.ts';

const xprotect = '/Library/Apple/System/Library/CoreServices/XProtect.bundle/Contents/Info.plist';

export const macosChecks: readonly Check[] = [
  { checkType: 'disk_encryption', commands: [['fdesetup', 'status']], evaluate: evaluateFileVault },
  {
    checkType: 'antivirus',
    commands: [
      ['spctl', '--status'],
      ['defaults', 'read', xprotect, 'CFBundleShortVersionString'],
    ],
    evaluate: evaluateXProtect,
  },
  { checkType: 'password_policy', commands: [['pwpolicy', '-getaccountpolicies']], evaluate: evaluatePolicies },
  {
    checkType: 'screen_lock',
    commands: [
      ['sysadminctl', '-screenLock', 'status'],
      ['defaults', '-currentHost', 'read', 'com.apple.screensaver', 'idleTime'],
      ['pmset', '-g'],
    ],
    evaluate: evaluateScreen,
  },
];

export function evaluateFileVault(output: string): Outcome {
  const isOn = /FileVault is On/.test(output) && !/in progress/i.test(output);
  return { passed: isOn, message: isOn ? 'FileVault is on.' : 'FileVault does not encrypt the whole disk.' };
}

/** Gatekeeper blocks unknown programs, and XProtect detects known malware. */
export function evaluateXProtect(output: string): Outcome {
  const version = /^\d[\d.]*$/m.exec(output)?.[0];
  const passed = /assessments enabled/.test(output) && version !== undefined;
  return { passed, message: passed ? `Gatekeeper is on, and XProtect is ${version}.` : 'Gatekeeper is off, or XProtect is missing.' };
}

/** Reads the minimum length from the password policies, which are predicates on the password. */
export function evaluatePolicies(output: string): Outcome {
  const lengths = [...output.matchAll(/policyAttributePassword matches '[^']*?\.\{(\d+),\d*\}/g)].map(([, length]) => Number(length));
  return checkPasswordLength(lengths.length ? Math.max(...lengths) : undefined);
}

/** The screen saver or the display blanks the screen, and the password is required after a delay. */
export function evaluateScreen(output: string): Outcome {
  const delay = /screenLock delay is immediate/.test(output) ? 0 : Number(/screenLock delay is (\d+) seconds/.exec(output)?.[1] ?? NaN);
  const saver = Number(/^(\d+)$/m.exec(output)?.[1] ?? 0);
  const display = Number(/displaysleep\s+(\d+)/.exec(output)?.[1] ?? 0) * 60;
  const idle = [saver, display].filter((seconds) => seconds > 0);
  return checkScreenLock(Number.isNaN(delay) || !idle.length ? undefined : Math.min(...idle) + delay);
}
