/** A worker that renders policies as one PDF. */
import { splitBytes, type Work } from '#platform/workers/work';
import { renderBundle } from './bundle.ts';
import type { PolicyBundle, NormalizedPolicy } from './document.ts';

type Input = Omit<PolicyBundle, 'policies'>;
export type Part = (Omit<NormalizedPolicy, 'pdf'> & { readonly hasPdf: boolean }) | Uint8Array;

const bundle: Work<Input, Part> = async (input, parts) => {
  const policies: { policy: Omit<NormalizedPolicy, 'pdf'>; pdfChunks: Uint8Array[] | undefined }[] = [];
  for (const part of parts) {
    if (part instanceof Uint8Array) policies.at(-1)?.pdfChunks?.push(part);
    else {
      const { hasPdf, ...policy } = part;
      policies.push({ policy, pdfChunks: hasPdf ? [] : undefined });
    }
  }
  const completePolicies = policies.map(({ policy, pdfChunks }) => ({ ...policy, pdf: pdfChunks ? Buffer.concat(pdfChunks) : null }));
  return splitBytes(await renderBundle({ ...input, policies: completePolicies }));
};

export default bundle;
