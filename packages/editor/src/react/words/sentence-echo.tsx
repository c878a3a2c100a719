import { useTranslation } from 'react-i18next';

import type { MadeBackgrounds } from '../../words/background-maker.ts';

type SentenceParts = NonNullable<MadeBackgrounds['parts']>;

export interface SentenceEchoProps {
  words: string;
  /** Parts of the sentence that name something, or that are unknown. */
  parts: SentenceParts;
  /** Indexes of the parts that the background shows. */
  shown: readonly number[];
}

/** Repeats a sentence: the words that the background shows are underlined, and those that it cannot show are struck out. */
export function SentenceEcho({ words, parts, shown }: SentenceEchoProps) {
  const { t, i18n } = useTranslation('editor');
  const refused = parts.flatMap(({ start, end }, index) => (shown.includes(index) ? [] : [words.slice(start, end)]));
  return (
    <div data-slot="sentence-echo" className="min-w-0">
      <p className="text-13 text-soft">
        <q>
          {piecesOf(words, parts, shown).map(({ text, kind, start }) =>
            kind === 'shown' ? (
              <u key={start} className="text-ink decoration-accent decoration-dashed decoration-2 underline-offset-4">
                {text}
              </u>
            ) : kind === 'refused' ? (
              <s key={start} className="text-faint">
                {text}
              </s>
            ) : (
              <span key={start}>{text}</span>
            ),
          )}
        </q>
      </p>
      {refused.length > 0 && (
        <p className="mt-1 text-13 text-ink">
          {shown.length === 0
            ? t('words.unknown')
            : t('words.cannotShow', {
                words: new Intl.ListFormat(i18n.language, { type: 'unit' }).format([...new Set(refused)]),
              })}
        </p>
      )}
    </div>
  );
}

interface Piece {
  readonly start: number;
  readonly text: string;
  readonly kind: 'shown' | 'refused' | 'plain';
}

/** Cuts a sentence at its parts. */
function piecesOf(words: string, parts: SentenceParts, shown: readonly number[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let read = 0;
  for (const [index, { start, end }] of parts.entries()) {
    if (start > read) pieces.push({ start: read, text: words.slice(read, start), kind: 'plain' });
    pieces.push({ start, text: words.slice(start, end), kind: shown.includes(index) ? 'shown' : 'refused' });
    read = end;
  }
  if (read < words.length) pieces.push({ start: read, text: words.slice(read), kind: 'plain' });
  return pieces;
}
