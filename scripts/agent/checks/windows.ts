/** The checks of a computer with Windows. */
import { type Check, checkPasswordLength, checkScreenLock, type Outcome } from './check.ts';

/** Prints only the answer: no progress, and no error for a setting that does not exist. */
const quietMode = "$ProgressPreference = 'SilentlyContinue'; $ErrorActionPreference = 'SilentlyContinue'; ";
const powershell = (script: string) => ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', quietMode + script] as const;
const systemKey = "'HKLM:\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Policies\\System'";
const desktopKey = "'HKCU:\\Control Panel\\Desktop'";
/** A group policy in this key takes precedence. */
const policyKey = "'HKCU:\\SOFTWARE\\Policies\\Microsoft\\Windows\\Control Panel\\Desktop'";
const readScreenSaver = (registryKey: string) =>
  `@{ active = ${registryKey}.ScreenSaveActive; secure = ${registryKey}.ScreenSaverIsSecure; timeout = ${registryKey}.ScreenSaveTimeOut }`;

/** These commands give the same output in every language of Windows and need no administrator rights. */
export const windowsChecks: readonly Check[] = [
  {
    checkType: 'disk_encryption',
    commands: [
      powershell(
        "(New-Object -ComObject Shell.Application).NameSpace($env:SystemDrive).Self.ExtendedProperty('System.Volume.BitLockerProtection')",
      ),
    ],
    evaluate: evaluateBitLocker,
  },
  {
    checkType: 'antivirus',
    commands: [
      powershell(
        'ConvertTo-Json @(Get-CimInstance -Namespace root/SecurityCenter2 -ClassName AntiVirusProduct | Select-Object displayName, productState)',
      ),
    ],
    evaluate: evaluateProducts,
  },
  {
    checkType: 'password_policy',
    commands: [powershell('([ADSI]"WinNT://$env:COMPUTERNAME").MinPasswordLength.Value')],
    evaluate: (output) => checkPasswordLength(/^\s*\d+\s*$/.test(output) ? Number(output) : undefined),
  },
  {
    checkType: 'screen_lock',
    commands: [
      powershell(
        `$s = Get-ItemProperty ${systemKey}; $d = Get-ItemProperty ${desktopKey}; $p = Get-ItemProperty ${policyKey}; ConvertTo-Json @{ inactivity = $s.InactivityTimeoutSecs; own = ${readScreenSaver('$d')}; policy = ${readScreenSaver('$p')} }`,
      ),
    ],
    evaluate: evaluateScreen,
  },
];

/** @param output the state of BitLocker: 1 is on, 2 is off, 3 and 4 are in progress, 5 is suspended */
export function evaluateBitLocker(output: string): Outcome {
  const passed = output.trim() === '1';
  return { passed, message: passed ? 'BitLocker protects the system drive.' : 'BitLocker does not protect the system drive.' };
}

/** Reads whether a product is on from bits 12 to 15 of its `productState`; 1 means on. */
export function evaluateProducts(output: string): Outcome {
  const products: unknown = JSON.parse(output.trim() || '[]');
  const active = (Array.isArray(products) ? products : [products]).flatMap((product: unknown) => {
    if (typeof product !== 'object' || product === null) return [];
    const [name, state]: [unknown, unknown] = [Reflect.get(product, 'displayName'), Reflect.get(product, 'productState')];
    return typeof state === 'number' && ((state >> 12) & 0xf) === 1 ? [String(name)] : [];
  });
  return active.length
    ? { passed: true, message: `${active.join(', ')} is active.` }
    : { passed: false, message: 'No protection against malware is active.' };
}

/** Either a policy of the computer locks the screen, or a screen saver with a password. A group policy overrides the user's own setting. */
export function evaluateScreen(output: string): Outcome {
  const settings: unknown = JSON.parse(output);
  const field = (settingsObject: unknown, name: string): unknown =>
    typeof settingsObject === 'object' && settingsObject !== null ? Reflect.get(settingsObject, name) : undefined;
  const value = (name: string) => Number(field(field(settings, 'policy'), name) ?? field(field(settings, 'own'), name) ?? 0);
  const saverTimeout = value('active') === 1 && value('secure') === 1 ? value('timeout') : 0;
  const idle = [Number(field(settings, 'inactivity') ?? 0), saverTimeout].filter((seconds) => seconds > 0);
  return checkScreenLock(idle.length ? Math.min(...idle) : undefined);
}
