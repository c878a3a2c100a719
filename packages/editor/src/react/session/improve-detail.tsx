import { Button } from '@isola/ui/button';
import { ScanSearch } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { useEditorHost, useSession } from './editor-host.tsx';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';

/** Suggests a second run in fine detail, if this device is able to and the image contains more detail. */
export function ImproveDetail({ result }: { result: ImageSegmentation }) {
  const { t } = useTranslation('tool');
  const session = useSession();
  const canImprove = useCanImproveDetail(result);
  const hint = useId();
  if (!canImprove) return null;
  return (
    <div className="flex flex-col gap-2">
      <Button aria-describedby={hint} onClick={session.improveDetail} className="pointer-coarse:h-11">
        <ScanSearch aria-hidden />
        {t('fine.action')}
      </Button>
      <p id={hint} className="text-13 text-soft">
        {t('fine.hint')}
      </p>
    </div>
  );
}

/** Returns whether a run in fine detail is suggested. An image of a batch is not segmented again. */
export function useCanImproveDetail(result: ImageSegmentation): boolean {
  const { itemActions } = useEditorHost();
  return !itemActions && canImproveDetail(result);
}

/**
 * Device memory from which a run in fine detail is suggested, in GiB. It is also assumed if the browser reports none.
 */
const suggestedMemoryGib = 4;
/** Longest side up to which the first pass processes an image without reducing it, in px. */
const wholeLongSidePx = 1024;

function canImproveDetail({ run, widthPx, heightPx }: ImageSegmentation): boolean {
  const memoryGib = (navigator as { deviceMemory?: number }).deviceMemory ?? suggestedMemoryGib;
  const hasMore = Math.max(widthPx, heightPx) > wholeLongSidePx || run.workingWidthPx * run.workingHeightPx < 700_000;
  // An image that no network has processed has no detail to improve.
  return run.passes > 0 && run.detail === 'standard' && memoryGib >= suggestedMemoryGib && hasMore;
}
