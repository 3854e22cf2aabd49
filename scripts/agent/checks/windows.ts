import { type Check, lengthVerdict, lockVerdict, type Verdict } from './check.ts';

/** Nothing but the answer is printed: no progress, and no complaint about what is not set. */
const quiet = "$ProgressPreference = 'SilentlyContinue'; $ErrorActionPreference = 'SilentlyContinue'; ";
const powershell = (script: string) => ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', quiet + script] as const;
const system = "'HKLM:\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Policies\\System'";
const desktop = "'HKCU:\\Control Panel\\Desktop'";
/** What a group policy says there comes first. */
const policy = "'HKCU:\\SOFTWARE\\Policies\\Microsoft\\Windows\\Control Panel\\Desktop'";
const saver = (from: string) =>
  `@{ active = ${from}.ScreenSaveActive; secure = ${from}.ScreenSaverIsSecure; timeout = ${from}.ScreenSaveTimeOut }`;

/** What is asked says the same in every language of Windows, and needs no administrator. */
export const windowsChecks: readonly Check[] = [
  {
    checkType: 'disk_encryption',
    commands: [
      powershell(
        "(New-Object -ComObject Shell.Application).NameSpace($env:SystemDrive).Self.ExtendedProperty('System.Volume.BitLockerProtection')",
      ),
    ],
    judge: judgeBitLocker,
  },
  {
    checkType: 'antivirus',
    commands: [
      powershell(
        'ConvertTo-Json @(Get-CimInstance -Namespace root/SecurityCenter2 -ClassName AntiVirusProduct | Select-Object displayName, productState)',
      ),
    ],
    judge: judgeProducts,
  },
  {
    checkType: 'password_policy',
    commands: [powershell('([ADSI]"WinNT://$env:COMPUTERNAME").MinPasswordLength.Value')],
    judge: (output) => lengthVerdict(/^\s*\d+\s*$/.test(output) ? Number(output) : undefined),
  },
  {
    checkType: 'screen_lock',
    commands: [
      powershell(
        `$s = Get-ItemProperty ${system}; $d = Get-ItemProperty ${desktop}; $p = Get-ItemProperty ${policy}; ConvertTo-Json @{ inactivity = $s.InactivityTimeoutSecs; own = ${saver('$d')}; policy = ${saver('$p')} }`,
      ),
    ],
    judge: judgeScreen,
  },
];

/** 1 is on; 2 is off, 3 and 4 are on the way, 5 is suspended. */
export function judgeBitLocker(output: string): Verdict {
  const passed = output.trim() === '1';
  return { passed, message: passed ? 'BitLocker protects the system drive.' : 'BitLocker does not protect the system drive.' };
}

/** Of the state of a product, the third hexadecimal digit from the left says whether it is on. */
export function judgeProducts(output: string): Verdict {
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

/** The policy of the computer, or a screen saver that asks for the password, as a group policy or else the user has set it. */
export function judgeScreen(output: string): Verdict {
  const found: unknown = JSON.parse(output);
  const field = (of: unknown, name: string): unknown => (typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined);
  const value = (name: string) => Number(field(field(found, 'policy'), name) ?? field(field(found, 'own'), name) ?? 0);
  const saved = value('active') === 1 && value('secure') === 1 ? value('timeout') : 0;
  const idle = [Number(field(found, 'inactivity') ?? 0), saved].filter((seconds) => seconds > 0);
  return lockVerdict(idle.length ? Math.min(...idle) : undefined);
}
