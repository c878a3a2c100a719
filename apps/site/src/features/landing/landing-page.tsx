import { useSessionState } from '@isola/editor/react';
import { articleOf } from '@isola/i18n';
import { Breadcrumb, Breadcrumbs } from '@isola/ui/breadcrumbs';
import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { ImageUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PageLink } from '#shell/page-link.tsx';
import { useOpenInBatch } from '#shell/use-open-in-batch.ts';
import { usePageTitle } from '#shell/use-page-title.ts';
import { ImageTool } from '#tool/image-tool.tsx';
import { ToolHost } from '#tool/tool-host.tsx';
import type { ToolId } from '#tool/tool-session.ts';

import { landingArticles, type LandingId } from './landing-articles.ts';

export interface LandingPageProps {
  page: LandingId;
  /** Example next to the tool, shown until an image is open. Without it the tool has the full width. */
  comparison?: ReactNode;
  /** Renders a tool instead of the tool for single images. */
  renderTool?: (onFilled: (isFilled: boolean) => void) => ReactNode;
  /** Content below the open image. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Tool of each landing page; undefined for the batch page, which does not show the site's one open image. */
const toolOf: Readonly<Record<LandingId, ToolId | undefined>> = {
  aiBackground: 'aiBackground',
  productPhoto: 'productPhoto',
  idPhoto: 'idPhoto',
  ecommerce: 'ecommerce',
  removeOnline: 'single',
  batchRemove: undefined,
};

/** Page for one purpose: the tool first, then an article. */
export function LandingPage(props: LandingPageProps) {
  const tool = toolOf[props.page];
  const content = <LandingContent {...props} />;
  return tool ? <ToolHost tool={tool}>{content}</ToolHost> : content;
}

function LandingContent({ page, comparison, renderTool, footer, children }: LandingPageProps) {
  const { t, i18n } = useTranslation(['common', 'pages', 'landing']);
  const { lead } = articleOf(i18n, landingArticles[page]);
  const removal = useSessionState();
  const { refusal } = removal;
  const [isFilled, setFilled] = useState(false);
  const isEmpty = renderTool ? !isFilled : removal.state === 'empty';
  const photo = renderTool || removal.state === 'empty' ? undefined : removal.image;
  const tool = useRef<HTMLDivElement>(null);
  const openInBatch = useOpenInBatch();
  usePageTitle(page);
  useEffect(() => {
    if (photo || refusal) bringIntoSight(tool.current);
  }, [photo, refusal]);
  const title = t(`pages:${page}.title`);
  // The image and the controls below it fill the first screen.
  const isFilling = !isEmpty && footer !== undefined;
  const heading = (
    <div className="mb-7">
      <h1 className="text-36 font-semibold">{title}</h1>
      <p className="mt-4 max-w-180 text-16 text-soft">{lead}</p>
    </div>
  );
  return (
    <div className={cn('mx-auto w-full max-w-310 flex-1 px-4 pb-20 sm:px-10', isFilling ? 'pt-3' : 'pt-6 sm:pt-8')}>
      {!isFilling && (
        <Breadcrumbs label={t('common:breadcrumbs')}>
          <Breadcrumb asChild>
            <PageLink page="home">{t('pages:home.nav')}</PageLink>
          </Breadcrumb>
          <Breadcrumb current>{t(`pages:${page}.nav`)}</Breadcrumb>
        </Breadcrumbs>
      )}
      <div
        ref={tool}
        id="tool"
        className={cn(
          'scroll-mt-20',
          !isFilling && 'mt-6 sm:mt-8',
          isEmpty && comparison && 'grid items-center gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]',
        )}
      >
        <div className="min-w-0">
          {!isEmpty && <h1 className={cn('font-semibold', isFilling ? 'mb-2 text-18' : 'mb-4 text-28')}>{title}</h1>}
          {isEmpty && renderTool && heading}
          {renderTool ? (
            renderTool(setFilled)
          ) : (
            <ImageTool layout="panel" heading={heading} footer={footer} onOpenAll={openInBatch} />
          )}
        </div>
        {isEmpty && comparison}
      </div>
      {children}
      <p className="mt-14 border-t border-line pt-8">
        <Button asChild size="lg">
          <PageLink page={page} hash="tool">
            <ImageUp aria-hidden />
            {t('landing:start')}
          </PageLink>
        </Button>
      </p>
    </div>
  );
}

/** Scrolls to the tool when it is above the viewport: images can be dropped anywhere on the page. */
function bringIntoSight(element: HTMLElement | null): void {
  if (element && element.getBoundingClientRect().top < 0) element.scrollIntoView();
}
