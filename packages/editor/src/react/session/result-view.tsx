import { formatPercent, type Locale } from '@isola/i18n';
import { Checkerboard } from '@isola/ui/checkerboard';
import { CompareSlider } from '@isola/ui/compare-slider';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { CutoutCanvas } from './cutout-canvas.tsx';
import { ImageFrame } from './image-frame.tsx';
import type { SourceImage } from '../../session/segmentation-session.ts';
import { revealedResults } from './revealed-results.ts';
import type { ImageSegmentation } from '../../session/image-segmentation.ts';

/** The image and its cutout, either side of a divider. It begins with the lift: the background falls away. */
export function ResultView({ image, result }: { image: SourceImage; result: ImageSegmentation }) {
  const { t, i18n } = useTranslation('tool');
  const [lift, setLift] = useState<'under-way' | 'over'>('under-way');
  useEffect(() => void revealedResults.add(result), [result]);
  // Decoded with the frame that shows it: one without it would be empty, and the image would come after it.
  const original = <img src={image.url} alt="" decoding="sync" className="size-full" />;
  return (
    <ImageFrame widthPx={result.widthPx} heightPx={result.heightPx}>
      <CompareSlider
        label={t('compare.label')}
        valueText={(value) => t('compare.value', { percent: formatPercent(i18n.language as Locale, value / 100) })}
        before={
          <>
            {original}
            <Tag side="start">{t('compare.before')}</Tag>
          </>
        }
        after={
          <Checkerboard className="size-full">
            <CutoutCanvas cutout={result.cutout} className="motion-safe:animate-lift" />
            <Tag side="end">{t('compare.after')}</Tag>
          </Checkerboard>
        }
        className="size-full rounded-sm"
      />
      {lift === 'under-way' && (
        <div
          aria-hidden
          onAnimationEnd={() => setLift('over')}
          className="motion-safe:animate-fall-away pointer-events-none absolute inset-0 overflow-hidden rounded-sm motion-reduce:hidden"
        >
          {original}
        </div>
      )}
    </ImageFrame>
  );
}

function Tag({ side, children }: { side: 'start' | 'end'; children: string }) {
  return (
    <span
      className={`bg-image-plate text-on-image absolute bottom-3 rounded-sm px-2 py-0.5 text-12 ${side === 'start' ? 'start-3' : 'end-3'}`}
    >
      {children}
    </span>
  );
}
