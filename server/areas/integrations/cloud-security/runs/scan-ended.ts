import type { components } from '#generated/api';

type Code = components['schemas']['CloudScanErrorCode'];

/** Thrown to end a scan that cannot be carried out. Clients may see the message. */
export class ScanEnded extends Error {
  readonly status: 'failed' | 'inconclusive';
  readonly code: Code | null;
  readonly scanMode: string | null;
  constructor(status: 'failed' | 'inconclusive', message: string, code: Code | null, scanMode: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.scanMode = scanMode;
  }
}
