/** This worker creates a statement of applicability as a PDF. */
import { piecesOf, type Work } from '../../../platform/workers/work.ts';
import type { StatedControl, Statement } from '../rules/statement.ts';
import { documentOf } from './document.ts';

const render: Work<Omit<Statement, 'controls'>, readonly StatedControl[]> = async (statement, parts) =>
  piecesOf(await documentOf({ ...statement, controls: parts.flat() }));

export default render;
