/** Files of the demonstration, made as it is loaded: small, but what they say they are. */
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { runInWorker } from '../platform/workers/pool.ts';
import { bytesIn } from '../platform/workers/work.ts';
import type work from './page.worker.ts';

interface FileData {
  readonly name: string;
  readonly type: string;
  readonly make: () => Buffer | Promise<Buffer>;
}

export const files = {
  contract: {
    name: 'Contract of employment.pdf',
    type: 'application/pdf',
    make: () =>
      page('Contract of employment', [
        'Beginning and place of work',
        'Duties and working time',
        'Confidentiality',
        'Read and signed by both sides',
      ]),
  },
  checklist: {
    name: 'Leaver checklist.pdf',
    type: 'application/pdf',
    make: () =>
      page('Leaver checklist', [
        'Laptop and phone handed back',
        'Accounts in the single sign-on closed',
        'Accounts outside of it closed, one by one',
        'Keys and cards handed back',
        'Read and signed by people operations',
      ]),
  },
  draft: {
    name: 'Leaver checklist (draft).pdf',
    type: 'application/pdf',
    make: () => page('Leaver checklist (draft)', ['To be discussed']),
  },
  accounts: {
    name: 'accounts.csv',
    type: 'text/csv',
    make: () =>
      Buffer.from(
        'Tool,Administrator until now,Closed on\nSupport tool,Gideon Marsh,2 days after\nMonitoring,Gideon Marsh,2 days after\nDomain names,Gideon Marsh,\n',
      ),
  },
  engineers: {
    name: 'Second engineers.txt',
    type: 'text/plain',
    make: () => Buffer.from('Country A: first Yusuf, second Saoirse\nCountry B: first Saoirse, second Yusuf\n'),
  },
  overlaps: { name: 'overlaps.png', type: 'image/png', make: () => bars([2, 5, 9, 4, 1]) },
  trend: { name: 'Double bookings.png', type: 'image/png', make: () => bars([9, 8, 8, 6, 7, 5, 4, 4, 2, 1]) },
} as const satisfies Record<string, FileData>;

export type FileName = keyof typeof files;

// Run from source it is .ts, built it is .js.
const module = new URL(`page.worker${path.extname(import.meta.url)}`, import.meta.url);

/** One page with a list. */
async function page(title: string, items: readonly string[]): Promise<Buffer> {
  return bytesIn(
    await runInWorker<typeof work>({ group: 'write', module, seconds: 60, organizationId: 'demonstration', input: { title, items } }),
  );
}

const [height, barWidth, gap] = [90, 20, 6];

/** A bar chart of values from 0 to 10, as a PNG with two colors. */
function bars(values: readonly number[]): Buffer {
  const width = values.length * (barWidth + gap) + gap;
  const rows = Array.from({ length: height }, (_row, y) => {
    const pixels = Array.from({ length: width }, (_pixel, x) => {
      const value = values[Math.floor((x - gap) / (barWidth + gap))] ?? 0;
      const isInBar = x >= gap && (x - gap) % (barWidth + gap) < barWidth;
      return isInBar && height - y <= value * 8 ? 1 : 0;
    });
    return Buffer.from([0, ...pixels]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, each the number of a color.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from('ffffff1f6f54', 'hex')),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
