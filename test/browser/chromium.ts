import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** Whether browser tests are skipped because Debian's Chromium is not installed. In CI they are never skipped. */
export const isBrowserMissing = !existsSync(executablePath) && process.env.CI !== 'true';
if (isBrowserMissing) console.warn(`test/browser is skipped: ${executablePath} is not installed (apt-get install chromium).`);

/** Starts Chromium with a new profile and without background network traffic. */
export function launchBrowser(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath, args });
}
