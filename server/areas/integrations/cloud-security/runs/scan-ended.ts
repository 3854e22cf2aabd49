import type { components } from '#generated/api';

type Code = components['schemas']['CloudScanErrorCode'];

/** Ends a scan that could not be carried out, with a reason that clients may see. */
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
