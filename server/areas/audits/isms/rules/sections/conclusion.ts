/** The conclusion of an audit or a management review. */
import type { RowOf } from '../registers.ts';
import { type Block, text, wordsOf } from './blocks.ts';

type Concluded = Pick<RowOf<'audits'> | RowOf<'reviews'>, 'conclusionVerdict' | 'conclusionNotes'>;

export function conclusionBlock({ conclusionVerdict, conclusionNotes }: Concluded): Block {
  const verdict = conclusionVerdict === null ? 'No conclusion yet.' : `Conclusion: ${wordsOf(conclusionVerdict)}.`;
  return text(conclusionNotes === null ? verdict : `${verdict} ${conclusionNotes}`);
}
