import { type MarketplaceId, marketplaceIds } from '@isola/photo-specs/marketplaces';
import { cn } from '@isola/ui/cn';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { TargetId } from '../targets/targets.ts';

export interface ShopTogglesProps {
  chosen: readonly TargetId[];
  onToggle: (id: MarketplaceId) => void;
}

/** One toggle per marketplace. A file is made for each pressed one. */
export function ShopToggles({ chosen, onToggle }: ShopTogglesProps) {
  const { t } = useTranslation('shop-photo');
  return (
    <div role="group" aria-label={t('pick.label')} className="flex flex-wrap gap-1.5">
      {marketplaceIds.map((id) => {
        const isChosen = chosen.includes(id);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isChosen}
            data-shop={id}
            onClick={() => onToggle(id)}
            className={cn(
              'inline-flex h-8 items-center gap-1.5 rounded-full border px-3 text-13 transition-colors duration-fast pointer-coarse:h-11',
              isChosen
                ? 'border-ink bg-ink font-medium text-on-ink forced-colors:border-[Highlight]'
                : 'border-line text-soft hover:border-line-strong hover:text-ink',
            )}
          >
            {isChosen && <Check aria-hidden className="size-3.5" />}
            <span>{t(`shop.${id}`)}</span>
          </button>
        );
      })}
    </div>
  );
}
