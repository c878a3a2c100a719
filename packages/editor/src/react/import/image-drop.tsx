import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { DropZone, DropZoneTrigger } from '@isola/ui/drop-zone';
import { ImageUp } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOptional } from '../lazy-optional.ts';
import { useEditorHost } from '../session/editor-host.tsx';
import { imageTypes, useImageImport } from './import-context.ts';

// If this code fails to load, the file picker still works.
const MoreWays = lazyOptional(async () => (await import('./import-parts.ts')).MoreWays);

export interface ImageDropProps {
  /** `line` puts the file limits next to the button. `stack` centres all parts, one below the other. */
  layout: 'line' | 'stack';
  /** False when the host has a camera of its own. Default: true. */
  offersCamera?: boolean;
  /** True to offer glass from two photographs, for pages that show any image, not only photographs of one kind. */
  offersTwoShots?: boolean;
}

/** Drop zone with all ways to open an image: file picker, a phone's camera and a URL. It also shows the file limits. */
export function ImageDrop({ layout, offersCamera = true, offersTwoShots = false }: ImageDropProps) {
  const { t } = useTranslation('tool');
  const { onImageExpected } = useEditorHost();
  const { take, state, isQuiet } = useImageImport();
  return (
    <DropZone
      onFiles={take}
      // Phones offer their photo library only if `accept` contains nothing but image types.
      accept={isQuiet && matchMedia('(pointer: fine)').matches ? `${imageTypes},.isola` : imageTypes}
      state={state}
      // On a metered connection the model is not loaded in advance. A press signals that it will be needed.
      onPointerDown={onImageExpected}
      className={
        layout === 'stack'
          ? 'flex flex-col items-center gap-5 px-6 py-14 text-center'
          : 'flex flex-col gap-x-7 gap-y-4 sm:flex-row sm:flex-wrap sm:items-center'
      }
    >
      <DropZoneTrigger>
        <Button
          variant="primary"
          size="lg"
          className="max-w-full max-sm:h-auto max-sm:min-h-12 max-sm:py-2 max-sm:whitespace-normal max-[22.5rem]:px-3 max-[22.5rem]:text-14"
        >
          <ImageUp aria-hidden />
          {t('drop.pick')}
        </Button>
      </DropZoneTrigger>
      <p className={cn('text-13 text-soft', layout === 'line' ? 'sm:order-last sm:basis-full' : 'text-balance')}>
        {/* Touch screens cannot drop files, so the hint about dropping is hidden there. */}
        <span className="pointer-coarse:hidden">
          {t('drop.hint')}
          <br />
        </span>
        {t('drop.limits')}
      </p>
      {/* The height is reserved, because the buttons are loaded later and must not move the content around them. */}
      <div
        className={cn(
          'flex min-h-8 flex-wrap gap-2 pointer-coarse:min-h-11',
          // The buttons are next to the file picker if there is space, else below it. The URL form is always below it.
          layout === 'stack'
            ? '-mt-2 w-full justify-center'
            : // A borderless button alone in its row is shifted, so that its text is aligned with the hint's.
              'max-sm:-mt-2 sm:has-[form]:basis-full [&>button:only-child]:-ms-2.75',
        )}
      >
        {isQuiet && (
          <Suspense>
            <MoreWays offersCamera={offersCamera} offersTwoShots={offersTwoShots} />
          </Suspense>
        )}
      </div>
    </DropZone>
  );
}
