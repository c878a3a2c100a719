import { type Token, tokenize } from './tokenize.ts';
import { findEntry, type Found, type Meaning, vocabularies, type Vocabulary } from './vocabulary.ts';

/** Part of a sentence that names something, or that no lexicon knows. */
export interface SentencePart {
  /** Index of the first character in the sentence. */
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
  /** Meanings of the words; empty when no lexicon knows them. */
  readonly meanings: readonly Meaning[];
}

/**
 * Reads a sentence in English, Chinese, Japanese, Korean, German, French, Spanish or Russian, or in several of these at
 * once. It never throws, and takes time in proportion to the sentence's length.
 * @returns the parts that name something, and the content words that no lexicon knows, in their order. Words of grammar
 *   belong to no part.
 */
export function readWords(sentence: string): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  for (const piece of findAll(tokenize(sentence))) {
    const last = parts.at(-1);
    const isPhrase =
      last?.meanings.length === 0 && piece.isUnknown && between.test(sentence.slice(last.end, piece.start));
    if (isPhrase) parts[parts.length - 1] = { ...last, end: piece.end };
    else if (piece.meanings.length > 0 || piece.isUnknown) {
      const { start, end, meanings } = piece;
      parts.push({ start, end, meanings });
    }
  }
  return parts;
}

/** Characters between two words of one name, as in "Eiffel tower" or "Saint-Tropez". */
const between = /^[ \u00A0'’-]$/;

/** Words of the sentence. Without meanings they are either unknown or of no interest. */
interface Piece extends SentencePart {
  readonly isUnknown: boolean;
}

/** Finds all entries and unknown words in the order of the sentence. */
function findAll(tokens: readonly Token[]): readonly Piece[] {
  const ranked = rankVocabularies(tokens);
  const pieces: (readonly Piece[])[] = [];
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index];
    if (!token) break;
    const { found, wordsRead } = readToken(ranked, tokens, index);
    pieces.push(isRun(token) ? piecesOfRun(found, tokens, index) : piecesOfWord(found, tokens, index));
    index += wordsRead;
  }
  return pieces.flat();
}

/** An entry in a token, from a letter on. */
interface Placed {
  readonly offset: number;
  readonly found: Found;
}

function readToken(ranked: readonly Vocabulary[], tokens: readonly Token[], index: number) {
  const found: Placed[] = [];
  const { folded = '', script } = tokens[index] ?? {};
  const asked = ranked.filter((vocabulary) => vocabulary.script === script);
  let end = 0;
  for (let offset = 0; offset < folded.length;) {
    // One or two letters may connect the parts of a compound word, as in "Frühlingstag".
    const best = findBest(asked, tokens, index, offset, offset === 0 || (end > 0 && offset <= end + 2));
    if (!best) {
      offset++;
      continue;
    }
    found.push({ offset, found: best.found });
    const wordsRead = best.found.entry.parts.length;
    if (wordsRead > 1 || !best.vocabulary.joinsWords) return { found, wordsRead };
    end = best.found.end;
    offset = end;
  }
  return { found, wordsRead: 1 };
}

/** Returns whether words may follow each other in the token without a space. */
function isRun({ script }: Token): boolean {
  return script === 'han' || script === 'hangul';
}

/** A word in Latin or Cyrillic letters has all meanings of its parts, as "Marmortisch" has. */
function piecesOfWord(found: readonly Placed[], tokens: readonly Token[], index: number): readonly Piece[] {
  const token = tokens[index];
  if (!token) return [];
  const meanings = found.flatMap((each) => each.found.entry.meanings);
  const count = found.at(-1)?.found.entry.parts.length ?? 1;
  const last = tokens[index + count - 1] ?? token;
  const isUnknownWord = found.length === 0 && token.text.length > 1;
  return [{ start: token.start, end: last.start + last.text.length, meanings, isUnknown: isUnknownWord }];
}

/** Cuts a token of a script that joins words into its entries and what lies between them. */
function piecesOfRun(found: readonly Placed[], tokens: readonly Token[], index: number): readonly Piece[] {
  const token = tokens[index];
  if (!token) return [];
  const { start, text, folded, script } = token;
  const isMapped = folded.length === text.length;
  const whole = { start, end: start + text.length };
  const pieces: Piece[] = [];
  let read = 0;
  for (const { offset, found: each } of found) {
    if (isMapped && script === 'han') pieces.push(...unknownIn(token, read, offset));
    const { parts, meanings } = each.entry;
    if (parts.length > 1) {
      const last = tokens[index + parts.length - 1] ?? token;
      return [...pieces, { start, end: last.start + last.text.length, meanings, isUnknown: false }];
    }
    const range = isMapped ? { start: start + offset, end: start + each.end } : whole;
    pieces.push({ ...range, meanings, isUnknown: false });
    read = each.end;
  }
  if (script === 'han') return isMapped ? [...pieces, ...unknownIn(token, read, text.length)] : pieces;
  // A Korean word that is known in part is known: the rest is its ending.
  const stem = text.replace(particle, '');
  return found.length > 0 || stem.length < 2
    ? pieces
    : [{ start, end: start + stem.length, meanings: [], isUnknown: true }];
}

/** Particle at the end of a Korean word. */
const particle = /(?:에서|에는|에|의|을|를|이|가|은|는|과|와|으로|로)$/u;
/** Content words between the entries of a Chinese or Japanese run. Hiragana are mostly grammar, and so are single characters. */
const content = /[\p{Script=Han}\p{Script=Katakana}ー]{2,}/gu;

function unknownIn({ start, text }: Token, from: number, to: number): readonly Piece[] {
  return [...text.slice(from, to).matchAll(content)].map(({ index, 0: word }) => ({
    start: start + from + index,
    end: start + from + index + word.length,
    meanings: [],
    isUnknown: true,
  }));
}

/**
 * Finds the best entry at a position: the longest one in Chinese and Japanese, which share their characters, and
 * otherwise that of the first language that has one.
 */
function findBest(
  asked: readonly Vocabulary[],
  tokens: readonly Token[],
  index: number,
  offset: number,
  isBeginning: boolean,
): { found: Found; vocabulary: Vocabulary } | undefined {
  let best: { found: Found; vocabulary: Vocabulary } | undefined;
  for (const vocabulary of asked) {
    const found = findEntry(vocabulary, tokens, index, offset, isBeginning);
    if (!found || (best && best.found.entry.length >= found.entry.length)) continue;
    best = { found, vocabulary };
    if (vocabulary.script !== 'han') break;
  }
  return best;
}

/**
 * Sorts the languages: those that know more words of the sentence come first, then those that know more words about the
 * background, and then those that know longer words.
 */
function rankVocabularies(tokens: readonly Token[]): readonly Vocabulary[] {
  return vocabularies
    .map((vocabulary) => {
      const sum = { vocabulary, known: 0, meant: 0, letters: 0 };
      for (let index = 0; index < tokens.length;) {
        const isLatin = vocabulary.script === 'latin' && tokens[index]?.script === 'latin';
        const entry = isLatin ? findEntry(vocabulary, tokens, index, 0, true)?.entry : undefined;
        const wordsRead = entry?.parts.length ?? 0;
        sum.known += wordsRead;
        if (entry?.meanings.length) sum.meant += wordsRead;
        sum.letters += entry?.length ?? 0;
        index += Math.max(1, wordsRead);
      }
      return sum;
    })
    .toSorted((a, b) => b.known - a.known || b.meant - a.meant || b.letters - a.letters)
    .map(({ vocabulary }) => vocabulary);
}
