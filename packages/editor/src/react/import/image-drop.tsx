import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { DropZone, DropZoneTrigger } from '@isola/ui/drop-zone';
import { ImageUp } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOptional } from '../lazy-optional.ts';
import { useEditorHost } from '../session/editor-host.tsx';
import { imageTypes, useImageImport } from './import-context.ts';

// Without it there is still the file picker.
const MoreWays = lazyOptional(async () => (await import('./import-parts.ts')).MoreWays);

export interface ImageDropProps {
  /** `line`: the limits stand beside the button. `stack`: everything is centred, one below the other. */
  layout: 'line' | 'stack';
}

/** Takes an image: the drop zone, the file picker, a phone's camera, a URL, and the limits of a file. */
export function ImageDrop({ layout }: ImageDropProps) {
  const { t } = useTranslation('tool');
  const { onImageExpected } = useEditorHost();
  const { take, state, isQuiet } = useImageImport();
  return (
    <DropZone
      onFiles={take}
      // A phone offers its photo library only where no other type of file is asked for.
      accept={isQuiet && matchMedia('(pointer: fine)').matches ? `${imageTypes},.isola` : imageTypes}
      state={state}
      // On a metered connection the model has not been loaded yet. A press announces that it is needed.
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
        {/* Touch screens have nothing to drop. */}
        <span className="pointer-coarse:hidden">
          {t('drop.hint')}
          <br />
        </span>
        {t('drop.limits')}
      </p>
      {/* Its room is kept: it comes later, and must not move what is there. */}
      <div
        className={cn(
          'flex min-h-8 flex-wrap gap-2 pointer-coarse:min-h-11',
          // Beside the button where there is room, else beneath it, as the form for a URL always is.
          layout === 'stack'
            ? '-mt-2 w-full justify-center'
            : // A button without a frame, alone in its row: its words begin where the hint's do.
              'max-sm:-mt-2 sm:has-[form]:basis-full [&>button:only-child]:-ms-2.75',
        )}
      >
        {isQuiet && (
          <Suspense>
            <MoreWays />
          </Suspense>
        )}
      </div>
    </DropZone>
  );
}
