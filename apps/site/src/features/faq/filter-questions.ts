export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: string;
}

/**
 * Returns the questions that contain all words of the query, in the question or its answer, in any order and also as
 * parts of longer words. Case and accents are ignored.
 * @param query typed text. In languages without spaces between words, such as Chinese, it needs none. A query without
 *   words returns all questions.
 * @param language BCP 47 tag, whose rules split the query into words.
 */
export function filterQuestions<Question extends AnsweredQuestion>(
  questions: readonly Question[],
  query: string,
  language: string,
): Question[] {
  // The first use of Intl.Segmenter is slow, so it is avoided for an empty query.
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
      // The segmenter treats “10MB” as one word. It is split, because the text may contain a space: “10 MB”.
      .flatMap(({ segment }) => fold(segment).match(/\p{N}+|\P{N}+/gu) ?? [])
  );
}

/** Returns a text without differences in case, accents and character width. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
