/** A worker that creates statements of applicability as PDF. */
import { splitBytes, type Work } from '#platform/workers/work';
import type { StatedControl, Statement } from '../rules/statement.ts';
import { createSoaPdf } from './document.ts';

const render: Work<Omit<Statement, 'controls'>, readonly StatedControl[]> = async (statement, parts) =>
  splitBytes(await createSoaPdf({ ...statement, controls: parts.flat() }));

export default render;
