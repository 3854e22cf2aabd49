import type { DocsFiles } from '#docs/files';
import { pageOf } from '../trace/page.ts';
import { traceProject } from '../trace/project.ts';
import { assembleDocs } from './files.ts';

/** The reference documentation, and which test covers which claim of the interface specification. */
export async function assembleAll(): Promise<DocsFiles> {
  return new Map([...(await assembleDocs()), ['trace.html', pageOf(traceProject().all)]]);
}
