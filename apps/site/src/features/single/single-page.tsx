import { useSessionState } from '@isola/editor/react';
import { useTranslation } from 'react-i18next';

import { BarMenu } from '#shell/bar-menu.tsx';
import { useOpenInBatch } from '#shell/use-open-in-batch.ts';
import { usePageTitle } from '#shell/use-page-title.ts';
import { ImageTool } from '#tool/image-tool.tsx';
import { ToolHost } from '#tool/tool-host.tsx';

/** The same element on each render, so that the editor's host stays the same. */
const barMenu = <BarMenu />;

/** Page of the tool for a single image. */
export function SinglePage() {
  return (
    <ToolHost tool="single">
      <SingleContent />
    </ToolHost>
  );
}

function SingleContent() {
  const { t } = useTranslation('tool');
  const isEmpty = useSessionState().state === 'empty';
  const openInBatch = useOpenInBatch();
  usePageTitle('single');
  return (
    <>
      {!isEmpty && <h1 className="sr-only">{t('title')}</h1>}
      <ImageTool
        layout="page"
        barStart={barMenu}
        onOpenAll={openInBatch}
        heading={
          <h1 className="mb-6 text-center text-28 font-semibold">
            <span className="pointer-coarse:hidden">{t('drop.title')}</span>
            <span className="hidden pointer-coarse:inline">{t('drop.pick')}</span>
          </h1>
        }
      />
    </>
  );
}
