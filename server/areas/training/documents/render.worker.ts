/** This worker creates a certificate as a PDF. */
import { piecesOf, type Work } from '../../../platform/workers/work.ts';
import type { Certificate } from '../rules/certificate.ts';
import { documentOf } from './document.ts';

const render: Work<Certificate, never> = async (certificate) => piecesOf(await documentOf(certificate));

export default render;
