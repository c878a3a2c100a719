/** Maximum length of a word in a sentence, in characters. Lists of letters, tokens and paths are longer. */
const maxWordLength = 24;
const maxSentenceLength = 200;

/**
 * Filters a server's message whose code is unknown.
 * @returns the message if it is a sentence that a visitor can read; empty for lists of letters, code and stack traces.
 */
export function sentenceIn(message: string): string {
  const text = message.trim();
  const words = text.split(/\s+/);
  const isCode = /[{}<>[\]|=\\`]|\n|https?:/.test(text);
  const isReadable = words.every((word) => word.length <= maxWordLength);
  return words.length > 1 && text.length <= maxSentenceLength && isReadable && !isCode ? text : '';
}
