export interface Findable {
  readonly id: string;
  /** More English words by which the command is found. */
  readonly keywords?: readonly string[];
  readonly label: string;
  readonly groupLabel: string;
}

/**
 * Finds the commands that contain every typed word, without regard to case and accents. The text that is searched is
 * the label and the group in the page's language, and the English words of the id and the keywords.
 * @param query Typed text.
 * @returns the commands. Those whose label begins with the query come first.
 */
export function matchCommands<Each extends Findable>(commands: readonly Each[], query: string): readonly Each[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  const found = commands.filter(({ id, keywords = [], label, groupLabel }) => {
    const text = plain([label, groupLabel, id.replaceAll(/[.-]/g, ' '), ...keywords].join(' '));
    return words.every((word) => text.includes(word));
  });
  const begins = ({ label }: Each) => plain(label).startsWith(words.join(' '));
  return [...found.filter(begins), ...found.filter((each) => !begins(each))];
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
