import { BatchView, type BatchViewProps, SampleSeries } from '@isola/batch/react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { filesForBatch } from './files-for-batch.ts';
import { NetworkLogButton } from './lazy-network-log-button.ts';
import { loadBatch, useMaxBatchItems } from './site-batch.ts';
import { warmUp } from './site-segmenter.ts';

export type BatchToolProps = Pick<BatchViewProps, 'heading' | 'layout' | 'onEvent' | 'onFilled'>;

const thumbnails = import.meta.glob<string>(
  '../../../../pictures/thumbnails/{shoe,bottle,headphones,mug,plant,throw,cat,glass,creature}.webp',
  { query: '?url', import: 'default', eager: true },
);

/** Sample series by id. The bundle `batch` contains `samples.<id>`; thumbnails of the first three images are shown. */
const series = {
  shop: ['shoe', 'bottle', 'headphones'],
  home: ['mug', 'plant', 'throw', 'basket'],
  fine: ['cat', 'glass', 'creature', 'figure'],
} as const;
const seriesIds = ['shop', 'home', 'fine'] as const;

/** Batch tool with the site's batch, samples and network log. */
export function BatchTool(props: BatchToolProps) {
  const { t } = useTranslation('batch');
  const [isLogOpen, setLogOpen] = useState(false);
  const shown = seriesIds.map((id) => ({
    id,
    label: t(`samples.${id}`),
    thumbnailUrls: series[id]
      .slice(0, 3)
      .map((name) => thumbnails[`../../../../pictures/thumbnails/${name}.webp`] ?? ''),
  }));
  const load = async (id: keyof typeof series) => (await import('./batch-samples.ts')).fetchSeries(series[id]);
  return (
    <BatchView
      {...props}
      load={loadBatch}
      // Only the page of the tool takes them, because the panel of another page is about to be left.
      arriving={props.layout === 'page' ? filesForBatch : undefined}
      maxItems={useMaxBatchItems()}
      renderSamples={(take) => (
        <SampleSeries series={shown} load={load} take={take} size={props.layout === 'page' ? 'large' : 'small'} />
      )}
      onImagesExpected={warmUp}
      footer={
        <Suspense fallback={null}>
          <NetworkLogButton about="batch" open={isLogOpen} onOpenChange={setLogOpen} />
        </Suspense>
      }
    />
  );
}
