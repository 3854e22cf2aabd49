import type { components } from '../../../../generated/api.d.ts';

type Code = components['schemas']['CloudScanErrorCode'];

/** Why a scan could not be carried out, in words that its readers may see. */
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
