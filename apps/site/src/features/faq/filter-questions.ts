export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: string;
}

/**
 * Finds questions by words that stand in the question or in its answer. All of them must occur, in any order and also
 * as parts of longer words; case and accents make no difference.
 * @param query what was typed; words need no spaces where the language writes none. Without a word in it all are found.
 * @param language a BCP 47 tag: the rules by which the query is parted into words.
 */
export function filterQuestions<Question extends AnsweredQuestion>(
  questions: readonly Question[],
  query: string,
  language: string,
): Question[] {
  // The browser's segmenter takes its time to wake up: not before there is something to part.
  if (query.trim() === '') return [...questions];
  const words = wordsOf(query, language);
  return questions.filter(({ question, answer }) => {
    const text = fold(`${question}\n${answer}`);
    return words.every((word) => text.includes(word));
  });
}

function wordsOf(query: string, language: string): string[] {
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(query);
  return (
    Array.from(segments)
      .filter(({ isWordLike }) => isWordLike)
      // A number and its unit are one word to the segmenter, and are written with or without a space.
      .flatMap(({ segment }) => fold(segment).match(/\p{N}+|\P{N}+/gu) ?? [])
  );
}

/** Without case, accents and differences of width. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
