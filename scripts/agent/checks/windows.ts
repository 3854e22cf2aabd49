import { type Check, lengthVerdict, lockVerdict, type Verdict } from './check.ts';

const powershell = (script: string) => ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', script] as const;
const system = "'HKLM:\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Policies\\System'";
const desktop = "'HKCU:\\Control Panel\\Desktop'";

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
        `$s = Get-ItemProperty ${system}; $d = Get-ItemProperty ${desktop}; ConvertTo-Json @{ inactivity = $s.InactivityTimeoutSecs; active = $d.ScreenSaveActive; secure = $d.ScreenSaverIsSecure; timeout = $d.ScreenSaveTimeOut }`,
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

/** The policy of the computer, or a screen saver that asks for the password. */
export function judgeScreen(output: string): Verdict {
  const found: unknown = JSON.parse(output);
  const value = (name: string) => Number(typeof found === 'object' && found !== null ? (Reflect.get(found, name) ?? 0) : 0);
  const saver = value('active') === 1 && value('secure') === 1 ? value('timeout') : 0;
  const idle = [value('inactivity'), saver].filter((seconds) => seconds > 0);
  return lockVerdict(idle.length ? Math.min(...idle) : undefined);
}
