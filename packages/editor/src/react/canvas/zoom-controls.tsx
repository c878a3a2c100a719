import { formatPercent, type Locale } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@isola/ui/dropdown-menu';
import { Minus, Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { BarButton } from '../bar-button.tsx';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { minScale, zoomSteps } from '../../viewport/view.ts';

export interface ZoomControlsProps extends ComponentProps<'div'> {
  store: Viewport;
}

const offered = [0.5, 1, 2, 4, 8];
const largest = Math.max(...zoomSteps);

/** Scale of the view, with buttons and a menu that change it. Narrow screens, where users pinch, show only the menu. */
export function ZoomControls({ store, className, ...props }: ZoomControlsProps) {
  const { t, i18n } = useTranslation('editor');
  const percentOf = (scale: number) => formatPercent(i18n.language as Locale, scale);
  const { scale, mode, isSmallest } = useStore(
    store,
    useShallow(({ view, mode, imageSize, viewport }) => ({
      scale: view.scale,
      mode,
      isSmallest: view.scale <= minScale(imageSize, viewport),
    })),
  );
  const percent = percentOf(scale);
  return (
    <div
      role="group"
      aria-label={t('canvas.zoomGroup')}
      data-slot="zoom-controls"
      className={cn('flex items-center', className)}
      {...props}
    >
      <BarButton
        label={t('canvas.zoomOut')}
        tip={t('canvas.zoomOut')}
        aria-disabled={isSmallest}
        onClick={() => store.zoomOut()}
        className="max-sm:hidden"
      >
        <Minus aria-hidden />
      </BarButton>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            aria-label={t('canvas.zoom', { percent })}
            className="px-1.5 text-13 tabular-nums max-sm:min-w-11 max-sm:px-0 sm:min-w-16 pointer-coarse:h-11"
          >
            {percent}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="center" className="min-w-40">
          <DropdownMenuRadioGroup
            value={mode === 'fit' ? 'fit' : String(scale)}
            onValueChange={(chosen) => (chosen === 'fit' ? store.fit() : store.zoomTo(Number(chosen)))}
          >
            <DropdownMenuRadioItem value="fit">{t('canvas.fit')}</DropdownMenuRadioItem>
            {offered.map((each) => (
              <DropdownMenuRadioItem key={each} value={String(each)} className="tabular-nums">
                {percentOf(each)}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
      <BarButton
        label={t('canvas.zoomIn')}
        tip={t('canvas.zoomIn')}
        aria-disabled={scale >= largest}
        onClick={() => store.zoomIn()}
        className="max-sm:hidden"
      >
        <Plus aria-hidden />
      </BarButton>
    </div>
  );
}
