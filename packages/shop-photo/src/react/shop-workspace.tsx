import type { SessionState } from '@isola/editor';
import { EnlargeControl, TransparencyNote } from '@isola/editor/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Skeleton } from '@isola/ui/skeleton';
import { allowsShadow } from '@isola/photo-specs/marketplaces';
import { formatList, type Locale } from '@isola/i18n';
import { ImageUp } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { createShopSession, type ShadowKind, type ShopSession } from '../session/create-shop-session.ts';
import { type TargetId, targets } from '../targets/targets.ts';
import { rememberShops, rememberedShops } from './remembered-shops.ts';
import { ShopToggles } from './shop-toggles.tsx';
import { StageCard } from './stage-card.tsx';
import { usePreviews } from './use-previews.ts';
import { useProduct } from './use-product.ts';
import { WorkspaceBar } from './workspace-bar.tsx';

export interface ShopWorkspaceProps {
  makes: 'marketplaces' | readonly TargetId[];
  removal: Extract<SessionState, { state: 'done' }>;
  renderEditLink: (words: string) => ReactNode;
  onAnother: () => void;
}

/**
 * Workspace of one product: the marketplaces as toggles, a stage for each chosen one, and the checks of the finished
 * files.
 */
export function ShopWorkspace({ makes, removal, renderEditLink, onAnother }: ShopWorkspaceProps) {
  const { t } = useTranslation(['shop-photo', 'tool']);
  const opened = useProduct(removal);
  const name = removal.image.name || t('tool:photo.pasted');
  const head = (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-t-lg border-b border-line bg-sheet px-4 py-2">
      <h2 className="min-w-0 flex-[1_1_10rem] truncate text-14 font-medium" title={name}>
        <bdi translate="no">{name}</bdi>
      </h2>
      <div className="flex flex-wrap items-center gap-1 max-sm:-ms-2.5">
        {renderEditLink(t('refine'))}
        <Button variant="ghost" size="sm" onClick={onAnother} className="pointer-coarse:h-11">
          <ImageUp aria-hidden />
          {t('tool:another')}
        </Button>
      </div>
    </div>
  );
  return (
    <section
      aria-label={t('label')}
      data-slot="shop-photos"
      data-state={opened.state}
      className="rounded-lg border border-line"
    >
      {head}
      <div className="p-4 pb-0 empty:hidden">
        <TransparencyNote image={removal.image} result={removal.segmentation} />
      </div>
      {opened.state === 'opening' && <Skeleton className="m-4 h-96" />}
      {opened.state === 'failed' && (
        <div className="p-4">
          <Banner
            tone="danger"
            title={t('crashed.title')}
            actions={
              <Button size="sm" onClick={opened.retry}>
                {t('tool:retry')}
              </Button>
            }
          >
            {t('crashed.text')}
          </Banner>
        </div>
      )}
      {opened.state === 'empty' && (
        <div className="p-4">
          <Banner tone="warning" title={t('tool:result.noSubject.title')}>
            {t('tool:result.noSubject.text')}
          </Banner>
        </div>
      )}
      {opened.state === 'open' && <OpenWorkspace key={removal.image.url} makes={makes} product={opened.product} />}
    </section>
  );
}

type OpenWorkspaceProps = Pick<ShopWorkspaceProps, 'makes'> & { product: ShopSession['product'] };

function OpenWorkspace({ makes, product }: OpenWorkspaceProps) {
  const { t, i18n } = useTranslation(['shop-photo', 'tool']);
  const locale = i18n.language as Locale;
  // Another language proposes other marketplaces only for the next image: the placements of this one stay.
  const [begun] = useState({ locale, fallbackName: t('tool:photo.fileName') });
  const session = useMemo(() => {
    const chosen = makes === 'marketplaces' ? rememberedShops(begun.locale) : makes;
    return createShopSession(product, { chosen, fallbackName: begun.fallbackName });
  }, [product, makes, begun]);
  useEffect(() => () => session.cancel(), [session]);
  const chosen = useStore(session, (state) => state.chosen);
  const previews = usePreviews(session);
  const toggle = (id: TargetId) => {
    session.toggle(id);
    rememberShops(session.getState().chosen);
  };
  return (
    <>
      <div className="flex flex-col gap-4 p-4">
        {makes === 'marketplaces' && <ShopToggles chosen={chosen} onToggle={toggle} />}
        <ShadowChoice session={session} />
        <EnlargeChoice session={session} />
        {product.subject.cutAt.length > 0 && (
          <Banner tone="warning" title={t('cut.title')}>
            {t('cut.text', {
              sides: formatList(
                locale,
                product.subject.cutAt.map((side) => t(`side.${side}`)),
              ),
            })}
          </Banner>
        )}
      </div>
      {chosen.length === 0 ? (
        <p className="border-t border-line px-4 py-16 text-center text-14 text-soft">{t('pick.none')}</p>
      ) : (
        <ul className="grid gap-x-8 gap-y-10 border-t border-line px-4 py-6 sm:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
          {chosen.map((id) => (
            <StageCard key={id} id={id} session={session} previews={previews} />
          ))}
        </ul>
      )}
      <WorkspaceBar session={session} />
    </>
  );
}

const shadows: readonly ShadowKind[] = ['none', 'contact', 'drop'];

/** Choice of the shadow. It is shown only when a chosen marketplace allows a shadow. */
function ShadowChoice({ session }: { session: ShopSession }) {
  const { t, i18n } = useTranslation('shop-photo');
  const chosen = useStore(session, (state) => state.chosen);
  const shadow = useStore(session, (state) => state.shadow);
  const taking = chosen.filter((id) => allowsShadow(targets[id].spec));
  if (taking.length === 0) return null;
  const isAll = taking.length === chosen.length;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-14 font-medium">{t('shadow.label')}</span>
      <SegmentedControl
        label={t('shadow.label')}
        size="sm"
        value={shadow}
        onValueChange={session.setShadow}
        segments={shadows.map((value) => ({ value, label: t(`shadow.${value}`) }))}
      />
      {!isAll && (
        <span className="text-13 text-soft">
          {t('shadow.only', {
            shops: formatList(
              i18n.language as Locale,
              taking.map((id) => t(`shop.${id}`)),
            ),
          })}
        </span>
      )}
    </div>
  );
}

/** Choice whether the product is enlarged. It is shown only when a chosen marketplace asks for more pixels. */
function EnlargeChoice({ session }: { session: ShopSession }) {
  const { t, i18n } = useTranslation(['shop-photo', 'editor']);
  const { chosen, isEnlarging } = useStore(session);
  const asking = chosen.filter(session.asksForMorePixels);
  if (asking.length === 0) return null;
  const shops = formatList(
    i18n.language as Locale,
    asking.map((id) => t(`shop.${id}`)),
  );
  return (
    <div className="max-w-120">
      <EnlargeControl
        value={isEnlarging ? 'on' : 'off'}
        segments={[{ value: 'on', label: t('editor:enlarge.asNeeded') }]}
        onValueChange={(value) => session.setEnlarging(value === 'on')}
        labelClassName="text-14 font-medium"
      >
        <span>{t('editor:enlarge.hint')}</span>
        {asking.length < chosen.length && <span> {t('enlarge.only', { shops })}</span>}
      </EnlargeControl>
    </div>
  );
}
