/** How audits and management reviews end. */
import type { RowOf } from '../registers.ts';
import { type Block, text, worded } from './blocks.ts';

type Concluded = Pick<RowOf<'audits'> | RowOf<'reviews'>, 'conclusionVerdict' | 'conclusionNotes'>;

export function concluded({ conclusionVerdict, conclusionNotes }: Concluded): Block {
  const verdict = conclusionVerdict === null ? 'No conclusion yet.' : `Conclusion: ${worded(conclusionVerdict)}.`;
  return text(conclusionNotes === null ? verdict : `${verdict} ${conclusionNotes}`);
}
