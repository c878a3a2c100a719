import { useReductionWords } from '@isola/editor/react';
import { formatPercent, type Locale } from '@isola/i18n';
import {
  allowsShadow,
  type MarketplaceId,
  marketplaces,
  type MarketplaceSpec,
  marketplaceStatus,
} from '@isola/photo-specs/marketplaces';
import { Badge } from '@isola/ui/badge';
import { Button } from '@isola/ui/button';
import { IconButton } from '@isola/ui/icon-button';
import { Slider } from '@isola/ui/slider';
import { Download, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { verdictOn } from '../preflight/verdict.ts';
import type { ShopSession } from '../session/create-shop-session.ts';
import { formatFor, type TargetId, targets } from '../targets/targets.ts';
import { enlargementWords } from './enlargement-words.ts';
import { RuleList } from './rule-list.tsx';
import { SourceLine } from './source-line.tsx';
import { Stage } from './stage.tsx';
import { useDownload } from './use-download.ts';
import type { Previews } from './use-previews.ts';
import { VerdictLine } from './verdict-line.tsx';

export interface StageCardProps {
  id: TargetId;
  session: ShopSession;
  previews: Previews;
}

/** Card of one marketplace: its stage, the size of the product and its rules. */
export function StageCard({ id, session, previews }: StageCardProps) {
  const { t, i18n } = useTranslation(['shop-photo', 'editor']);
  const locale = i18n.language as Locale;
  const target = targets[id];
  const adjustment = useStore(session, ({ adjustments }) => adjustments[id]);
  const photo = useStore(session, ({ photos }) => photos[id]);
  const isMaking = useStore(session, ({ work }) => work.state === 'making');
  // The layout depends on it.
  useStore(session, ({ isEnlarging }) => isEnlarging);
  const download = useDownload(session);
  const layout = session.layoutOf(id);
  const { widthPx, heightPx } = layout.transform;
  const marketplace: MarketplaceSpec | undefined = id in marketplaces ? marketplaces[id as MarketplaceId] : undefined;
  const status = marketplace && marketplaceStatus(marketplace);
  const { minShare, maxShare, bestShare } = target.spec.fill ?? {};
  const marks = [minShare, bestShare, maxShare].flatMap((share) =>
    share === undefined ? [] : [{ value: Math.round(share * 100) }],
  );
  const name = t(`shop.${id}`);
  const reductionWords = useReductionWords();
  const enlargement = session.enlargementOf(id);
  return (
    <li
      data-slot="shop-stage"
      data-shop={id}
      data-state={photo?.state ?? 'planned'}
      className="flex max-w-144 min-w-0 flex-col gap-3"
    >
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-16 font-semibold">
            {name}
            {status === 'conflicting' && <Badge tone="warning">{t('status.conflicting')}</Badge>}
          </h3>
          <p className="text-13 text-soft tabular-nums">
            {[
              t('px', { value: `${widthPx} × ${heightPx}` }),
              formatFor(target) === 'jpeg' ? 'JPEG' : 'PNG',
              photo?.state === 'made' && reductionWords(photo.photo.reduction),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <IconButton
          label={t('downloadOne', { shop: name })}
          title={t('downloadOne', { shop: name })}
          // The button uses `aria-disabled` for the same reason as the one below.
          aria-disabled={isMaking}
          onClick={() => void (isMaking || download([id]))}
          className="-me-2 aria-disabled:text-faint pointer-coarse:size-11"
        >
          <Download aria-hidden />
        </IconButton>
      </div>
      <Stage
        layout={layout}
        preview={allowsShadow(target.spec) ? (previews.withShadow ?? previews.plain) : previews.plain}
        background={target.background}
        guideShare={minShare ?? bestShare}
        label={t('stage.label', { shop: name })}
        onAdjust={(next) => session.adjust(id, next)}
        onReset={() => session.reset(id)}
      />
      <div className="flex items-end gap-2">
        <Slider
          label={t('fill.label')}
          min={20}
          max={100}
          marks={marks}
          value={Math.round(layout.fillShare * 100)}
          formatValue={(value) => formatPercent(locale, value / 100)}
          onValueChange={(percent) => session.adjust(id, { fillShare: percent / 100 })}
          className="flex-1"
        />
        <IconButton
          label={t('fill.reset', { shop: name })}
          title={t('fill.reset', { shop: name })}
          size="sm"
          // The button uses `aria-disabled`, because a button that becomes `disabled` when pressed loses the keyboard
          // focus.
          aria-disabled={!adjustment}
          onClick={() => session.reset(id)}
          className="-me-1 aria-disabled:text-faint pointer-coarse:size-11"
        >
          <RotateCcw aria-hidden />
        </IconButton>
      </div>
      {enlargement && (
        <p data-slot="enlarged-note" className="text-13 text-warning tabular-nums">
          {enlargementWords(enlargement, t, locale)}
        </p>
      )}
      {layout.isBelowTarget && !enlargement && <p className="text-13 text-soft">{t('below')}</p>}
      {photo?.state === 'failed' && (
        <div role="alert" className="rounded-md border border-danger-line bg-danger-wash px-3 py-2 text-13">
          <p className="font-medium">{t('failed.title')}</p>
          <p className="text-soft">{t('failed.text')}</p>
          <Button
            size="sm"
            className="mt-2 pointer-coarse:h-11"
            disabled={isMaking}
            onClick={() => void download([id])}
          >
            {t('failed.retry')}
          </Button>
        </div>
      )}
      {photo?.state === 'made' && (
        <VerdictLine verdict={verdictOn(photo.photo.checked, layout, session.product.subject.cutAt)} />
      )}
      <RuleList target={target} checked={photo?.state === 'made' ? photo.photo.checked : undefined} />
      {marketplace && <SourceLine marketplace={marketplace} />}
    </li>
  );
}
