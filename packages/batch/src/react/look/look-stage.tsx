import { formatPercent, type Locale } from '@isola/i18n';
import { Checkerboard } from '@isola/ui/checkerboard';
import { CompareSlider } from '@isola/ui/compare-slider';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { BatchItem } from '../../batch.ts';
import { useBatch } from '../batch-context.tsx';
import { ItemPicture } from '../list/item-picture.tsx';
import { type FilePicture, useFilePicture } from './use-file-picture.ts';

export interface LookStageProps {
  item: BatchItem;
  isComparing: boolean;
  /** True to show what a lesson has changed instead of the result. */
  isLessonShown: boolean;
}

/** Longer side of the view of what a lesson has changed, in pixels. */
const lessonSidePx = 1600;

/** Largest difference of two ratios that still count as the same picture. */
const ratioSlack = 0.01;

/**
 * The result of an item, as large as there is room, or its original until there is a result. A comparison shows both:
 * behind a divider when they have the same frame, and beside each other when the result is cropped.
 */
export function LookStage({ item, isComparing, isLessonShown }: LookStageProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const { id } = item;
  const done = item.state === 'processed' && item.outcome === 'done' ? item : undefined;
  const result = useFilePicture(
    done && (() => batch.result(id)),
    `${id} ${done?.isOutdated} ${done?.result.sizeBytes} ${done?.result.widthPx} ${item.hasOverride} ${item.isTaught}`,
  );
  const original = useFilePicture(!done || isComparing ? () => batch.original(id) : undefined, id);
  const lesson = useFilePicture(isLessonShown ? () => batch.lessonView(id, lessonSidePx) : undefined, `${id} lesson`);
  const main = isLessonShown ? lesson : done ? result : original;
  if (main.state !== 'shown' || (isComparing && original.state === 'loading')) {
    return (
      <Frame>
        <span className="relative aspect-square h-full max-w-full">
          <ItemPicture item={item} sidePx={440} />
        </span>
        {main.state === 'failed' && (
          <p className="absolute inset-x-0 bottom-3 text-center text-13">{t('look.failed')}</p>
        )}
      </Frame>
    );
  }
  if (!done || !isComparing || original.state !== 'shown') {
    return (
      <Frame>
        <Picture picture={main.picture} isResult={done !== undefined && !isLessonShown} />
      </Frame>
    );
  }
  if (Math.abs(ratioOf(main.picture) / ratioOf(original.picture) - 1) < ratioSlack) {
    return (
      <Frame>
        <Divided result={main.picture} original={original.picture} />
      </Frame>
    );
  }
  return (
    <div className="grid min-h-0 flex-1 gap-3 max-sm:grid-rows-2 sm:grid-cols-2">
      <Captioned caption={t('look.original')}>
        <Picture picture={original.picture} isResult={false} />
      </Captioned>
      <Captioned caption={t('look.result')}>
        <Picture picture={main.picture} isResult />
      </Captioned>
    </div>
  );
}

function Divided({ result, original }: { result: FilePicture; original: FilePicture }) {
  const { t, i18n } = useTranslation('batch');
  return (
    <div style={fitted(result)}>
      <CompareSlider
        label={t('look.divider')}
        valueText={(value) => formatPercent(i18n.language as Locale, value / 100)}
        className="size-full"
        before={<Image url={original.url} />}
        after={
          // The original, which lies below, must not show through the transparent parts of the result.
          <Checkerboard tone={result.tone} className="size-full">
            <Image url={result.url} />
          </Checkerboard>
        }
      />
    </div>
  );
}

function Captioned({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className="flex min-h-0 min-w-0 flex-col gap-1">
      <Frame>{children}</Frame>
      <figcaption className="text-center text-12 text-soft">{caption}</figcaption>
    </figure>
  );
}

/** Area in which a picture is as large as possible. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div style={{ containerType: 'size' }} className="relative grid min-h-0 flex-1 place-items-center overflow-hidden">
      {children}
    </div>
  );
}

function Picture({ picture, isResult }: { picture: FilePicture; isResult: boolean }) {
  const image = <Image url={picture.url} />;
  const style = fitted(picture);
  return isResult ? (
    <Checkerboard tone={picture.tone} style={style}>
      {image}
    </Checkerboard>
  ) : (
    <div style={style}>{image}</div>
  );
}

function Image({ url }: { url: string }) {
  return <img src={url} alt="" draggable={false} className="size-full" />;
}

function ratioOf({ widthPx, heightPx }: FilePicture): number {
  return widthPx / heightPx;
}

/** Returns the largest size of the picture's shape in its frame. */
function fitted(picture: FilePicture) {
  const ratio = ratioOf(picture);
  return { aspectRatio: ratio, width: `min(100cqw, ${100 * ratio}cqh)` };
}
