/** Lists common English words that name nobody and nothing in particular. The passages must contain all other words of a draft. */
import { stemOf } from '#domain/retrieval/concepts';
import { fillerWords } from '#domain/retrieval/words';

const generalWords = `ability able accord according action actual add addition additional additionally affect agree allow almost alone along already although always amount another anybody
  anyone anything apart area around arrange as ask aspect assign away back base basis become begin behind belong beside besides best better bring build business call care carry
  case cause certain change check choose clear close collect combine come complete concern consider contain continue cover create current cut day decide define depend deserve
  determine develop different difference direct discover divide due duty easy effect effective else enable end enough enter entire equal especially even event everybody everyone everything everywhere exact
  example except expect extra fact far fast feature fill final find finish first fit follow form found free full fully future gain general generally get getting goes going good great group grow guide
  half happen hard help high hold how however human idea immediate important include including increase individual inform instead intend involve issue item join keep kept kind know known large largest
  last late later lead learn least leave length let level like likely limit line little live long longer look lot low main mainly make made making mark matter mean measure meet member
  method minimum move much necessary need neither never new next nobody none normal nothing number obtain occur offer old open order others otherwise outside overall part particular party
  pass people person place plan point possible practice prepare present prevent previous prior problem produce program proper protect protection purpose put quick quite range rather reach read
  ready real reason receive recent reduce refer relate relevant remain remember remove repeat replace require requirement respect rest result return right role rule run safe say secure security seem send
  separate serve set several share short show side similar simple since situation small somebody someone something sometimes soon sort specific stage stand start stay step still stop strict strong
  sufficient suitable support sure system take taken takes task team tell term than thing think thus time today together top total track try turn type unable understand unit unless usual valid value various
  view want way well whatever whenever whoever whole wide word work worker write written wrong together without also whose`;

const commonStems = new Set([...fillerWords, ...generalWords.split(/\s+/)].map(stemOf));

/** @param word a word in lowercase @returns whether it is a common English word */
export function isCommon(word: string): boolean {
  return fillerWords.has(word) || commonStems.has(stemOf(word));
}
