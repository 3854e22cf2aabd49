/** Creates the files of the demonstration on first use. The files are small, but valid files of their types. */
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { runInWorker } from '#platform/workers/pool';
import { joinBytes } from '#platform/workers/work';
import type PageWork from './page.worker.ts';

interface FileData {
  readonly name: string;
  readonly type: string;
  readonly make: () => Buffer | Promise<Buffer>;
}

// The extension is .ts when run from source, and .js when built.
const module = new URL(`page.worker${path.extname(import.meta.url)}`, import.meta.url);

export const files = {
  agreement: {
    name: 'NDA.pdf',
    type: 'application/pdf',
    make: pdfPage('Non-disclosure agreement', [
      'The recipient uses the documents to judge the service only',
      'The recipient keeps them confidential for two years',
      'Signed electronically by Paula Sommer',
    ]),
  },
  gdprStatement: {
    name: 'GDPR statement.pdf',
    type: 'application/pdf',
    make: pdfPage('GDPR statement', [
      'Records of processing are kept and reviewed every year',
      'Agreements with all processors are in place',
      'Requests of patients are answered within 30 days',
      'Confirmed by the data protection officer',
    ]),
  },
  typeOneReport: {
    name: 'SOC 2 Type 1 report.pdf',
    type: 'application/pdf',
    make: pdfPage('SOC 2 Type 1 report', ['Security and availability', 'Controls are designed to meet the criteria', 'No exceptions']),
  },
  securityPaper: {
    name: 'Security in brief.txt',
    type: 'text/plain',
    make: () =>
      Buffer.from(
        'Hosting: two data centers in the European Union\nEncryption: AES-256 at rest, TLS 1.2 or newer in transit\nAccess: engineers on call only, with a second factor\nBackups: daily, restored in a test twice a year\n',
      ),
  },
  contract: {
    name: 'Contract of employment.pdf',
    type: 'application/pdf',
    make: pdfPage('Contract of employment', [
      'Beginning and place of work',
      'Duties and working time',
      'Confidentiality',
      'Read and signed by both sides',
    ]),
  },
  checklist: {
    name: 'Leaver checklist.pdf',
    type: 'application/pdf',
    make: pdfPage('Leaver checklist', [
      'Laptop and phone handed back',
      'Accounts in the single sign-on closed',
      'Accounts outside of it closed, one by one',
      'Keys and cards handed back',
      'Read and signed by people operations',
    ]),
  },
  pentest: {
    name: 'Penetration test report.pdf',
    type: 'application/pdf',
    make: pdfPage('Penetration test report', [
      'Scope: the appointment book and its interface',
      'Nothing critical, nothing of high severity',
      'Two findings of medium severity, fixed and tested again',
      'Three findings of low severity',
    ]),
  },
  network: {
    name: 'Network diagram.pdf',
    type: 'application/pdf',
    make: pdfPage('Network diagram', [
      'Internet, load balancer, application servers',
      'Application servers, private network, database and replica',
      'Office, single sign-on, cloud console',
    ]),
  },
  conduct: {
    name: 'Code of conduct, signed.pdf',
    type: 'application/pdf',
    make: pdfPage('Code of conduct', [
      'We treat patients, clinics and colleagues with respect',
      'We take no gifts that could sway a decision',
      'We say so when something goes wrong',
      'Signed by the founders',
    ]),
  },
  draft: {
    name: 'Leaver checklist (draft).pdf',
    type: 'application/pdf',
    make: pdfPage('Leaver checklist (draft)', ['To be discussed']),
  },
  accounts: {
    name: 'accounts.csv',
    type: 'text/csv',
    make: () =>
      Buffer.from(
        'Tool,Administrator until now,Closed on\nSupport tool,Gideon Marsh,2 days after\nMonitoring,Gideon Marsh,2 days after\nDomain names,Gideon Marsh,\n',
      ),
  },
  signOn: {
    name: 'Single sign-on.csv',
    type: 'text/csv',
    make: () => Buffer.from('Account,State,Sessions\ngideon.marsh@example.com,disabled,0\n'),
  },
  handover: {
    name: 'Handover of equipment.txt',
    type: 'text/plain',
    make: () => Buffer.from('Laptop with charger: returned\nPhone: returned\nKeys and card of the office: returned\n'),
  },
  redirection: {
    name: 'Mailbox.txt',
    type: 'text/plain',
    make: () => Buffer.from('gideon.marsh@example.com: no sign-in, redirected to yusuf.adeyemi@example.com\n'),
  },
  engineers: {
    name: 'Second engineers.txt',
    type: 'text/plain',
    make: () => Buffer.from('Country A: first Yusuf, second Saoirse\nCountry B: first Saoirse, second Yusuf\n'),
  },
  restoreProtocol: {
    name: 'Restore test.txt',
    type: 'text/plain',
    make: () =>
      Buffer.from(
        'Database: bookings\nBackup of the night before, restored into an empty environment\nTime: 52 minutes\nRows compared: all\n',
      ),
  },
  accessReview: {
    name: 'Access review.csv',
    type: 'text/csv',
    make: () => Buffer.from('Account,Role,Kept\nYusuf Demir,deploy,yes\nGideon Marsh,deploy,no\nbackup-runner,read,yes\n'),
  },
  privilegedAccounts: {
    name: 'Privileged accounts.csv',
    type: 'text/csv',
    make: () => Buffer.from('System,Account,Second factor\nCloud console,root,hardware key\nDatabase,operator,hardware key\n'),
  },
  continuityPlan: {
    name: 'Continuity plan.txt',
    type: 'text/plain',
    make: () =>
      Buffer.from('Appointments: paper lists at each clinic\nContact: on-call engineer, then management\nTested: with two clinics\n'),
  },
  overlaps: { name: 'overlaps.png', type: 'image/png', make: () => barChart([2, 5, 9, 4, 1]) },
  trend: { name: 'Double bookings.png', type: 'image/png', make: () => barChart([9, 8, 8, 6, 7, 5, 4, 4, 2, 1]) },
} as const satisfies Record<string, FileData>;

export type FileName = keyof typeof files;

/** Returns a function that creates a PDF with one page and a list. The PDF is created only once. */
function pdfPage(title: string, items: readonly string[]): () => Promise<Buffer> {
  let pdf: Promise<Buffer> | undefined;
  return () =>
    (pdf ??= runInWorker<typeof PageWork>({
      group: 'write',
      module,
      seconds: 60,
      organizationId: 'demonstration',
      input: { title, items },
    }).then(joinBytes));
}

/** Creates all files one after another, while rows are being written, because starting the worker process takes some time. */
export async function createAllFiles(): Promise<void> {
  for (const { make } of Object.values<FileData>(files)) await make();
}

const [height, barWidth, gap] = [90, 20, 6];

/** Creates a bar chart of values from 0 to 10, as a PNG with two colors. */
function barChart(values: readonly number[]): Buffer {
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
  // Each pixel is an 8-bit index of a color in the palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('PLTE', Buffer.from('ffffff1f6f54', 'hex')),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Encodes a chunk of a PNG: length, name, data and checksum. */
function pngChunk(name: string, data: Buffer): Buffer {
  const nameAndData = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(nameAndData));
  return Buffer.concat([length, nameAndData, checksum]);
}
