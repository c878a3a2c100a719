import { cn } from '@isola/ui/cn';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useEditorHost } from './editor-host.tsx';

/** Bar with the page's mark, the name of the image and the actions on the whole image. */
export function ImageBar({ name, children }: { name: string; children?: ReactNode }) {
  const { t } = useTranslation('tool');
  const { barStart } = useEditorHost();
  return (
    <div
      className={cn(
        '@container flex min-w-0 items-center gap-1 border-b border-line bg-sheet [grid-area:bar] max-sm:px-1 sm:pe-2',
        barStart ? 'ps-2' : 'sm:ps-4',
      )}
    >
      {barStart}
      <h2
        // The name is visually hidden on a narrow screen, where the buttons leave space for only a letter or two.
        className={cn('min-w-0 flex-1 truncate text-14 font-medium', children && 'max-sm:sr-only')}
        title={name}
      >
        <bdi {...(name && { translate: 'no' as const })}>{name || t('photo.pasted')}</bdi>
      </h2>
      {children && <div className="flex items-center max-sm:flex-1 max-sm:justify-between sm:gap-1">{children}</div>}
    </div>
  );
}
