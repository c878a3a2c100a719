import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { CutLine } from '@isola/ui/cut-line';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { ImageDocument } from '../../document/image-document.ts';
import { isApplied } from '../../words/apply-candidate.ts';
import type { Candidate } from '../../words/background-maker.ts';
import type { Made } from '../../words/create-words-store.ts';
import { BlobImage } from '../blob-image.tsx';
import { SentenceEcho } from './sentence-echo.tsx';
import { useSubjectThumbnail } from './use-subject-thumbnail.ts';

export interface CandidateStripProps {
  made: Made;
  document: ImageDocument;
  layout: 'panel' | 'bar';
  /** True while other candidates are being made. The current ones stay and can still be chosen. */
  isBusy: boolean;
  onChoose: (candidate: Candidate) => void;
  onOthers: () => void;
  onAlike: (candidate: Candidate) => void;
}

/**
 * Strip of four backgrounds behind the subject, and the sentence that they were made from. Arrow keys move along the
 * strip, and the chosen background is put behind the cutout at once.
 */
export function CandidateStrip({ made, document, layout, isBusy, onChoose, onOthers, onAlike }: CandidateStripProps) {
  const { t } = useTranslation('editor');
  const name = useId();
  const { candidates, words, parts } = made;
  const subject = useSubjectThumbnail(document);
  const applied = useStore(document.history, ({ state }) =>
    candidates.find((each) => isApplied(document, state, each)),
  );
  const told = applied ?? candidates[0];
  return (
    <figure data-slot="candidates" className="flex min-w-0 flex-col gap-2">
      <div
        role="radiogroup"
        aria-label={t('words.candidates')}
        className={cn('grid gap-2', layout === 'bar' ? 'grid-cols-4' : 'grid-cols-2')}
      >
        {candidates.map((candidate, index) => (
          <label
            key={`background ${index + 1}`}
            style={{ aspectRatio: Math.min(1.5, Math.max(0.8, subject?.ratio ?? 1.5)) }}
            className={cn(
              'relative block max-w-full cursor-pointer rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-focus',
              layout === 'bar' && 'max-h-36',
            )}
          >
            <input
              type="radio"
              name={name}
              aria-label={t('words.candidate', { count: index + 1 })}
              checked={candidate === applied}
              onChange={() => onChoose(candidate)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none outline-none"
            />
            <BlobImage
              blob={candidate.kind === 'painted' ? candidate.thumbnail : candidate.picture}
              className="pointer-events-none size-full rounded-sm border border-line-strong object-cover forced-color-adjust-none"
            />
            {subject && (
              <BlobImage
                blob={subject.blob}
                className="pointer-events-none absolute inset-0 size-full rounded-sm object-cover forced-color-adjust-none"
              />
            )}
            {candidate === applied && (
              <span className="pointer-events-none absolute -inset-1">
                <CutLine radiusPx={10} />
              </span>
            )}
          </label>
        ))}
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <figcaption className="min-w-0 flex-[1_1_12rem]">
          <SentenceEcho words={words} parts={parts ?? []} shown={told?.kind === 'painted' ? told.shown : []} />
          <p className="mt-0.5 text-12 text-faint">{useMakerWords(made, told)}</p>
        </figcaption>
        <div className="flex flex-wrap gap-2">
          {applied?.kind === 'painted' && (
            <Button size="sm" aria-disabled={isBusy} onClick={() => isBusy || onAlike(applied)}>
              {t('words.alike')}
            </Button>
          )}
          <Button size="sm" aria-disabled={isBusy} onClick={() => isBusy || onOthers()}>
            {t('words.others')}
          </Button>
        </div>
      </div>
    </figure>
  );
}

/** Returns how a background was made: rendered, painted, or by a provider. */
function useMakerWords({ maker }: Made, candidate: Candidate | undefined): string {
  const { t } = useTranslation('editor');
  if (maker.kind === 'provider') return t('words.by.provider', { name: maker.name });
  return candidate?.kind === 'painted' && candidate.background.kind === 'set'
    ? t('words.by.set')
    : t('words.by.device');
}
