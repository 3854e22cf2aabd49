/** Tests how the agent interprets the output of operating systems. */
import { describe, expect, test } from 'vitest';
import { evaluateDisk, evaluatePasswords, evaluateScreen as judgeGnome, evaluateServices } from '../../scripts/agent/checks/linux.ts';
import { evaluateFileVault, evaluatePolicies, evaluateScreen as judgeMac, evaluateXProtect } from '../../scripts/agent/checks/macos.ts';
import { checksOf, runCheck, runCommand } from '../../scripts/agent/checks/run.ts';
import { evaluateBitLocker, evaluateProducts, evaluateScreen as judgeWindows, windowsChecks } from '../../scripts/agent/checks/windows.ts';
import { parseDistribution, parseSerial, parseSerialNumber, parseUuid } from '../../scripts/agent/computer.ts';

/** @returns the output of findmnt for / and /home, and the output of lsblk for the disks */
const disk = (system: string, home: string, ...children: object[]) =>
  `${system}\n${home}\n${JSON.stringify({
    blockdevices: [
      { name: 'loop0', type: 'loop' },
      { name: 'nvme0n1', type: 'disk', children },
    ],
  })}\n`;
const volume = { name: 'vg-root', type: 'lvm' };
const encrypted = (...children: object[]) => ({ name: 'luks-1', type: 'crypt', children });
const pam = (line: string) => `/etc/pam.d/common-password:${line}\n`;
const conf = (line: string) => `/etc/security/pwquality.conf:${line}\n`;
const quality = pam('password requisite pam_pwquality.so retry=3');
const passwordPolicy = (pattern: string) =>
  `Getting global account policies\n<key>policyContent</key>\n<string>policyAttributePassword matches '${pattern}'</string>`;
const screen = (lock: string, idle: string, sleep: string) =>
  `2026-04-11 13:00:05.120 sysadminctl[4242:99] screenLock ${lock}\n${idle}\nSystem-wide power settings:\n displaysleep         ${sleep} (display sleep prevented by screensharingd)\n`;
const product = (productState: number) => JSON.stringify([{ displayName: 'Windows Defender', productState }]);
const unsetSettings = { active: null, secure: null, timeout: null };
const desktop = (ownSettings: object, policyOfGroup: object = {}, inactivity: number | null = null) =>
  JSON.stringify({ inactivity, own: { ...unsetSettings, ...ownSettings }, policy: { ...unsetSettings, ...policyOfGroup } });

describe.each([
  [
    'Linux: encrypted root below LVM',
    evaluateDisk,
    disk('/dev/mapper/vg-root', '/dev/mapper/vg-root', { name: 'p3', type: 'part', children: [encrypted(volume)] }),
    true,
  ],
  [
    'Linux: encrypted Btrfs with a subvolume for each',
    evaluateDisk,
    disk('/dev/mapper/luks-1[/root]', '/dev/mapper/luks-1[/home]', { name: 'p3', type: 'part', children: [encrypted()] }),
    true,
  ],
  [
    'Linux: root on a plain partition, another one encrypted',
    evaluateDisk,
    disk('/dev/p1', '/dev/mapper/luks-1', { name: 'p1', type: 'part' }, encrypted()),
    false,
  ],
  [
    'Linux: encrypted root, people on a plain partition',
    evaluateDisk,
    disk('/dev/mapper/luks-1', '/dev/p1', { name: 'p1', type: 'part' }, encrypted()),
    false,
  ],
  [
    'Linux: half of a mirror is encrypted',
    evaluateDisk,
    disk('/dev/md0', '/dev/md0', encrypted({ name: 'md0', type: 'raid1' }), {
      name: 'p1',
      type: 'part',
      children: [{ name: 'md0', type: 'raid1' }],
    }),
    false,
  ],
  ['Linux: no root at all', evaluateDisk, disk('overlay', 'overlay'), false],
  ['Linux: ClamAV is active', evaluateServices, 'active\ninactive\ninactive\n', true],
  ['Linux: Falcon is active', evaluateServices, 'inactive\nactive\n', true],
  ['Linux: nothing is active', evaluateServices, 'inactive\nfailed\ninactive\n', false],
  ['Linux: 12 characters', evaluatePasswords, `${quality}${conf('# minlen = 6')}${conf('minlen = 12')}`, true],
  ['Linux: 6 characters', evaluatePasswords, pam('password requisite pam_pwquality.so retry=3 minlen=6'), false],
  [
    'Linux: 6 characters, whatever the file says',
    evaluatePasswords,
    `${pam('password requisite pam_pwquality.so minlen=6')}${conf('minlen = 12')}`,
    false,
  ],
  ['Linux: 6 characters by the file', evaluatePasswords, `${quality}${conf('minlen = 6')}`, false],
  ['Linux: pam_unix with 10 characters', evaluatePasswords, pam('password [success=1] pam_unix.so obscure yescrypt minlen=10'), true],
  ['Linux: a length that nothing asks for', evaluatePasswords, conf('minlen = 12'), false],
  ['Linux: pam_pwquality as it comes', evaluatePasswords, quality, true],
  ['Linux: only a comment', evaluatePasswords, `${pam('# password requisite pam_pwquality.so')}${conf('# minlen = 9')}`, false],
  ['GNOME: locks after 5 minutes', judgeGnome, '4242\ntrue\nuint32 300\nuint32 0\n', true],
  ['GNOME: blank after 15 minutes, locks later', judgeGnome, '4242\ntrue\nuint32 900\nuint32 60\n', false],
  [
    'GNOME: locks, with a warning in between',
    judgeGnome,
    '4242\ntrue\n\n(process:7): dconf-WARNING **: failed\nuint32 300\nuint32 0\n',
    true,
  ],
  ['GNOME: is not there', judgeGnome, '4242\nNo such schema\nNo such schema\nNo such schema\n', false],
  ['GNOME: has settings, but does not run', judgeGnome, 'true\nuint32 300\nuint32 0\n', false],
  ['GNOME: never blank', judgeGnome, '4242\ntrue\nuint32 0\nuint32 0\n', false],
  ['GNOME: does not lock', judgeGnome, '4242\nfalse\nuint32 300\nuint32 0\n', false],
  ['macOS: FileVault is on', evaluateFileVault, 'FileVault is On.\n', true],
  ['macOS: FileVault is off', evaluateFileVault, 'FileVault is Off.\n', false],
  ['macOS: FileVault is on its way', evaluateFileVault, 'FileVault is On.\nEncryption in progress: Percent completed = 31\n', false],
  ['macOS: Gatekeeper and XProtect', evaluateXProtect, 'assessments enabled\n5287\n', true],
  ['macOS: Gatekeeper is off', evaluateXProtect, 'assessments disabled\n5287\n', false],
  ['macOS: XProtect is missing', evaluateXProtect, 'assessments enabled\nThe domain/default pair does not exist\n', false],
  ['macOS: 10 characters', evaluatePolicies, passwordPolicy('^(?=.*[0-9]).{10,}$'), true],
  ['macOS: 4 characters', evaluatePolicies, passwordPolicy('.{4,}'), false],
  ['macOS: no policy', evaluatePolicies, 'Getting global account policies\n', false],
  ['macOS: locks at once after 10 minutes', judgeMac, screen('delay is immediate', '1200', '10'), true],
  ['macOS: locks 15 minutes after 5', judgeMac, screen('delay is 900 seconds', '300', '0'), false],
  ['macOS: does not lock', judgeMac, screen('is off', '300', '10'), false],
  ['macOS: never dark', judgeMac, screen('delay is immediate', 'does not exist', '0'), false],
  ['Windows: BitLocker is on', evaluateBitLocker, '1\r\n', true],
  ['Windows: BitLocker is suspended', evaluateBitLocker, '5\r\n', false],
  ['Windows: nothing is said of BitLocker', evaluateBitLocker, '\r\n', false],
  ['Windows: Defender is on', evaluateProducts, product(397568), true],
  ['Windows: Defender is off', evaluateProducts, product(393472), false],
  ['Windows: no product', evaluateProducts, '', false],
  ['Windows: a policy of 10 minutes', judgeWindows, desktop({}, {}, 600), true],
  ['Windows: a screen saver with a password', judgeWindows, desktop({ active: '1', secure: '1', timeout: '900' }), true],
  ['Windows: a screen saver without', judgeWindows, desktop({ active: '1', secure: '0', timeout: '300' }), false],
  ['Windows: a group policy', judgeWindows, desktop({}, { active: '1', secure: '1', timeout: '600' }), true],
  [
    'Windows: a group policy that comes before what the user has set',
    judgeWindows,
    desktop({ active: '1', secure: '1', timeout: '600' }, { timeout: '3600' }),
    false,
  ],
  ['Windows: after an hour', judgeWindows, desktop({}, {}, 3600), false],
] as const)('%s', (_name, evaluate, output, passed) => {
  test(passed ? 'passes' : 'does not pass', () => expect(evaluate(output)).toMatchObject({ passed }));
});

test.each([
  ['14\r\n', true],
  ['0\r\n', false],
  ['', false],
])('Windows: a minimum password length of %j', (output, passed) => {
  expect(windowsChecks[2]?.evaluate(output)).toMatchObject({ passed });
});
test('serial numbers and names of systems are parsed from the output', () => {
  expect(parseSerial('    "IOPlatformSerialNumber" = "C02XK0AAJGH5"\n')).toBe('C02XK0AAJGH5');
  expect(parseUuid('    "IOPlatformUUID" = "564D2F1C-7B0A-4E39-8C15-D2A6F0B4937E"\n')).toBe('564D2F1C-7B0A-4E39-8C15-D2A6F0B4937E');
  expect(parseDistribution('NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')).toBe('Debian GNU/Linux 13 (trixie)');
});
test.each([
  '',
  ' \n',
  '0',
  '00000000',
  'To Be Filled By O.E.M.',
  'Default string',
  'System Serial Number',
  'None',
  'N/A',
  'Not Specified',
  '123456789',
])('%j is rejected as a serial number that many computers have', (serial) => expect(parseSerialNumber(serial)).toBeUndefined());
test('a real serial number is not changed', () => {
  expect(['C02XK0AAJGH5\n', ' 5CG1234567 ', '1000'].map(parseSerialNumber)).toEqual(['C02XK0AAJGH5', '5CG1234567', '1000']);
});
test('each system has all four checks, whose results fit the contract', async () => {
  for (const checks of Object.values(checksOf)) {
    expect(checks.map(({ checkType }) => checkType)).toEqual(['disk_encryption', 'antivirus', 'password_policy', 'screen_lock']);
    for (const check of checks) {
      const { details } = await runCheck(check, async () => 'x'.repeat(5_000));
      expect(details?.method.length).toBeLessThanOrEqual(100);
      expect(details?.raw.length).toBeLessThanOrEqual(2_000);
    }
  }
});
test('results fit the contract for any output, message and error', async () => {
  const printedText = `\u0000${'x'.repeat(1_998)}💻`;
  const longResult = { passed: true, message: 'y'.repeat(2_000) };
  const check = { checkType: 'antivirus', commands: [['any']], evaluate: () => longResult } as const;
  const failingCheck = {
    ...check,
    evaluate: () => {
      throw new Error(`\u0000${'z'.repeat(499)}💻`);
    },
  };
  for (const testedCheck of [check, failingCheck]) {
    const { details } = await runCheck(testedCheck, async () => printedText);
    for (const [text = '', maxLength] of [
      [details?.raw, 2_000],
      [details?.message, 1_000],
      [details?.exception, 500],
    ] as const) {
      expect([text.isWellFormed(), text.includes('\u0000')]).toEqual([true, false]);
      expect(text.length).toBeLessThanOrEqual(maxLength);
    }
  }
});
test('a check whose command is missing does not pass, and reports the reason', async () => {
  const check = {
    checkType: 'antivirus',
    commands: [['there-is-no-such-command']],
    evaluate: () => ({ passed: true, message: '' }),
  } as const;
  expect(await runCheck(check, runCommand)).toMatchObject({ passed: false, details: { exception: expect.stringContaining('ENOENT') } });
});
test.runIf(process.platform === 'linux')('Linux: the checks of this computer return results', async () => {
  const results = await Promise.all(checksOf.linux.map((check) => runCheck(check, runCommand)));
  expect(results).toHaveLength(checksOf.linux.length);
  // A check that could not run has not passed.
  expect(results.filter(({ passed, details }) => passed && details?.exception !== undefined)).toEqual([]);
  expect(results.find(({ checkType }) => checkType === 'password_policy')?.details?.message).toMatch(/password/i);
});
