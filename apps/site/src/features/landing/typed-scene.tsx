import { cn } from '@isola/ui/cn';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Picture that the tool made from a sentence. The bundle `ai-background` contains the sentence as `example.<id>`. */
export interface Scene {
  readonly id: 'garden' | 'studio' | 'wood';
  readonly url: string;
}

/** Time before the typing begins, and for each character, in milliseconds. All of it takes less than five seconds. */
const timing = { pauseMs: 1_200, characterMs: 32 };

/**
 * Shows the picture of one sentence. Then another sentence is typed once, and its picture replaces the first. With
 * reduced motion, the first stays.
 */
export function TypedScene({ from, to }: { from: Scene; to: Scene }) {
  const { t } = useTranslation('ai-background');
  const sentence = t(`example.${to.id}`);
  const typed = useTyping(sentence);
  const isChanged = typed === sentence.length;
  return (
    <figure className="min-w-0 max-lg:order-first">
      <div className="relative aspect-4/3 overflow-hidden rounded-lg border border-line max-lg:aspect-3/2">
        {[from, to].map(({ id, url }) => (
          <img
            key={id}
            src={url}
            alt={id === from.id ? t('picture.alt') : ''}
            width="720"
            height="540"
            className={cn(
              'absolute inset-0 size-full object-cover object-[50%_40%] transition-opacity duration-slow',
              id === to.id && !isChanged && 'opacity-0',
            )}
          />
        ))}
      </div>
      <p
        aria-hidden
        className="mt-3 flex min-h-11 items-center rounded-md border border-line-strong bg-sheet px-3 py-2 text-14 text-ink"
      >
        <span>
          {typed === 0 ? t(`example.${from.id}`) : sentence.slice(0, typed)}
          <span className={cn('ms-px border-e border-accent', (typed === 0 || isChanged) && 'invisible')} />
        </span>
      </p>
      <figcaption className="mt-2 text-13 text-faint max-lg:sr-only">{t('picture.caption')}</figcaption>
    </figure>
  );
}

/** @returns the number of typed characters. It stays 0 with reduced motion. */
function useTyping(sentence: string): number {
  const [typed, setTyped] = useState(0);
  useEffect(() => {
    if (typed === sentence.length || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setTimeout(() => setTyped(typed + 1), typed === 0 ? timing.pauseMs : timing.characterMs);
    return () => clearTimeout(timer);
  }, [typed, sentence]);
  return typed;
}
