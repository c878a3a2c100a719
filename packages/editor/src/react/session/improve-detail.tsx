import { Button } from '@isola/ui/button';
import { ScanSearch } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { useEditorHost, useSession } from './editor-host.tsx';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';

/** Suggests a second run in fine detail, where this device can and the image has more to show. */
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

/** Whether a closer look is suggested. The image of an opened item is not segmented again. */
export function useCanImproveDetail(result: ImageSegmentation): boolean {
  const { itemActions } = useEditorHost();
  return !itemActions && canImproveDetail(result);
}

/** The memory, in GiB, with which a closer look is suggested; what browsers do not tell counts as this much. */
const suggestedMemoryGib = 4;
/** Up to this longer side the first look has seen the whole picture. */
const wholeLongSidePx = 1024;

function canImproveDetail({ run, widthPx, heightPx }: ImageSegmentation): boolean {
  const memoryGib = (navigator as { deviceMemory?: number }).deviceMemory ?? suggestedMemoryGib;
  const hasMore = Math.max(widthPx, heightPx) > wholeLongSidePx || run.workingWidthPx * run.workingHeightPx < 700_000;
  // An image that no network has processed has no detail to improve.
  return run.passes > 0 && run.detail === 'standard' && memoryGib >= suggestedMemoryGib && hasMore;
}
