/** The work of a worker: policies as one PDF. */
import { piecesOf, type Work } from '../../platform/workers/work.ts';
import { bundleOf } from './bundle.ts';
import type { PolicyBundle, SetPolicy } from './document.ts';

type Input = Omit<PolicyBundle, 'policies'>;
export type Part = (Omit<SetPolicy, 'pdf'> & { readonly hasPdf: boolean }) | Uint8Array;

const bundle: Work<Input, Part> = async (input, parts) => {
  const policies: { policy: Omit<SetPolicy, 'pdf'>; pieces: Uint8Array[] | undefined }[] = [];
  for (const part of parts) {
    if (part instanceof Uint8Array) policies.at(-1)?.pieces?.push(part);
    else {
      const { hasPdf, ...policy } = part;
      policies.push({ policy, pieces: hasPdf ? [] : undefined });
    }
  }
  const set = policies.map(({ policy, pieces }) => ({ ...policy, pdf: pieces ? Buffer.concat(pieces) : null }));
  return piecesOf(await bundleOf({ ...input, policies: set }));
};

export default bundle;
