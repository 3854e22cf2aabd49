/** What the agent makes of what operating systems print. */
import { describe, expect, test } from 'vitest';
import { judgeDisk, judgePasswords, judgeScreen as judgeGnome, judgeServices } from '../../scripts/agent/checks/linux.ts';
import { judgeFileVault, judgePolicies, judgeScreen as judgeMac, judgeXProtect } from '../../scripts/agent/checks/macos.ts';
import { checksOf, runCheck, runHere } from '../../scripts/agent/checks/run.ts';
import { judgeBitLocker, judgeProducts, judgeScreen as judgeWindows, windowsChecks } from '../../scripts/agent/checks/windows.ts';
import { distributionIn, serialIn } from '../../scripts/agent/computer.ts';

const disk = (...children: object[]) =>
  JSON.stringify({
    blockdevices: [
      { name: 'loop0', type: 'loop', mountpoint: '/snap/core/1' },
      { name: 'nvme0n1', type: 'disk', mountpoint: null, children },
    ],
  });
const root = { name: 'vg-root', type: 'lvm', mountpoint: '/' };
const policy = (pattern: string) =>
  `Getting global account policies\n<key>policyContent</key>\n<string>policyAttributePassword matches '${pattern}'</string>`;
const screen = (lock: string, idle: string, sleep: string) =>
  `2026-04-11 13:00:05.120 sysadminctl[4242:99] screenLock ${lock}\n${idle}\nSystem-wide power settings:\n displaysleep         ${sleep} (display sleep prevented by screensharingd)\n`;
const product = (productState: number) => JSON.stringify([{ displayName: 'Windows Defender', productState }]);
const desktop = (fields: object) => JSON.stringify({ inactivity: null, active: null, secure: null, timeout: null, ...fields });

describe.each([
  [
    'Linux: encrypted root below LVM',
    judgeDisk,
    disk({ name: 'p3', type: 'part', mountpoint: null, children: [{ name: 'luks', type: 'crypt', mountpoint: null, children: [root] }] }),
    true,
  ],
  [
    'Linux: root on a plain partition, another one encrypted',
    judgeDisk,
    disk({ name: 'p1', type: 'part', mountpoint: '/' }, { name: 'home', type: 'crypt', mountpoint: '/home' }),
    false,
  ],
  ['Linux: no root at all', judgeDisk, disk(), false],
  ['Linux: ClamAV is active', judgeServices, 'active\ninactive\ninactive\n', true],
  ['Linux: Falcon is active', judgeServices, 'inactive\nactive\n', true],
  ['Linux: nothing is active', judgeServices, 'inactive\nfailed\ninactive\n', false],
  ['Linux: 12 characters', judgePasswords, '# minlen = 6\npassword requisite pam_pwquality.so retry=3\nminlen = 12\n', true],
  ['Linux: 6 characters', judgePasswords, 'password requisite pam_pwquality.so retry=3 minlen=6\n', false],
  ['Linux: pam_pwquality as it comes', judgePasswords, 'password requisite pam_pwquality.so retry=3\n', true],
  ['Linux: only a comment', judgePasswords, '# minlen = 9\n', false],
  ['GNOME: locks after 5 minutes', judgeGnome, 'true\nuint32 300\nuint32 0\n', true],
  ['GNOME: blank after 15 minutes, locks later', judgeGnome, 'true\nuint32 900\nuint32 60\n', false],
  ['GNOME: never blank', judgeGnome, 'true\nuint32 0\nuint32 0\n', false],
  ['GNOME: does not lock', judgeGnome, 'false\nuint32 300\nuint32 0\n', false],
  ['macOS: FileVault is on', judgeFileVault, 'FileVault is On.\n', true],
  ['macOS: FileVault is off', judgeFileVault, 'FileVault is Off.\n', false],
  ['macOS: FileVault is on its way', judgeFileVault, 'FileVault is On.\nEncryption in progress: Percent completed = 31\n', false],
  ['macOS: Gatekeeper and XProtect', judgeXProtect, 'assessments enabled\n5287\n', true],
  ['macOS: Gatekeeper is off', judgeXProtect, 'assessments disabled\n5287\n', false],
  ['macOS: XProtect is missing', judgeXProtect, 'assessments enabled\nThe domain/default pair does not exist\n', false],
  ['macOS: 10 characters', judgePolicies, policy('^(?=.*[0-9]).{10,}$'), true],
  ['macOS: 4 characters', judgePolicies, policy('.{4,}'), false],
  ['macOS: no policy', judgePolicies, 'Getting global account policies\n', false],
  ['macOS: locks at once after 10 minutes', judgeMac, screen('delay is immediate', '1200', '10'), true],
  ['macOS: locks 15 minutes after 5', judgeMac, screen('delay is 900 seconds', '300', '0'), false],
  ['macOS: does not lock', judgeMac, screen('is off', '300', '10'), false],
  ['macOS: never dark', judgeMac, screen('delay is immediate', 'does not exist', '0'), false],
  ['Windows: BitLocker is on', judgeBitLocker, '1\r\n', true],
  ['Windows: BitLocker is suspended', judgeBitLocker, '5\r\n', false],
  ['Windows: nothing is said of BitLocker', judgeBitLocker, '\r\n', false],
  ['Windows: Defender is on', judgeProducts, product(397568), true],
  ['Windows: Defender is off', judgeProducts, product(393472), false],
  ['Windows: no product', judgeProducts, '', false],
  ['Windows: a policy of 10 minutes', judgeWindows, desktop({ inactivity: 600 }), true],
  ['Windows: a screen saver with a password', judgeWindows, desktop({ active: '1', secure: '1', timeout: '900' }), true],
  ['Windows: a screen saver without', judgeWindows, desktop({ active: '1', secure: '0', timeout: '300' }), false],
  ['Windows: after an hour', judgeWindows, desktop({ inactivity: 3600 }), false],
] as const)('%s', (_name, judge, output, passed) => {
  test(passed ? 'passes' : 'does not pass', () => expect(judge(output)).toMatchObject({ passed }));
});

test.each([
  ['14\r\n', true],
  ['0\r\n', false],
  ['', false],
])('Windows: passwords of %j characters', (output, passed) => {
  expect(windowsChecks[2]?.judge(output)).toMatchObject({ passed });
});
test('serial numbers and names of systems are read from what is printed', () => {
  expect(serialIn('    "IOPlatformSerialNumber" = "C02XK0AAJGH5"\n')).toBe('C02XK0AAJGH5');
  expect(distributionIn('NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')).toBe('Debian GNU/Linux 13 (trixie)');
});
test('each system has each of the four checks, and what it sends fits the contract', async () => {
  for (const checks of Object.values(checksOf)) {
    expect(checks.map(({ checkType }) => checkType)).toEqual(['disk_encryption', 'antivirus', 'password_policy', 'screen_lock']);
    for (const check of checks) {
      const { details } = await runCheck(check, async () => 'x'.repeat(5_000));
      expect(details?.method.length).toBeLessThanOrEqual(100);
      expect(details?.raw.length).toBeLessThanOrEqual(2_000);
    }
  }
});
test('a check whose command is missing is not passed, and says why', async () => {
  const check = { checkType: 'antivirus', commands: [['there-is-no-such-command']], judge: () => ({ passed: true, message: '' }) } as const;
  expect(await runCheck(check, runHere)).toMatchObject({ passed: false, details: { exception: expect.stringContaining('ENOENT') } });
});
test.runIf(process.platform === 'linux')('Linux: the checks of this very computer come to a result', async () => {
  const results = await Promise.all(checksOf.linux.map((check) => runCheck(check, runHere)));
  for (const { passed, details } of results) expect(passed ? details?.exception : true).not.toBe(false);
  expect(results.find(({ checkType }) => checkType === 'password_policy')?.details?.message).toMatch(/password/i);
});
