import { Button } from '@isola/ui/button';
import { LogoMark } from '@isola/ui/logo';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { LanguageMenu } from './language-menu.tsx';
import { MenuSheet } from './menu-sheet.tsx';

/** The site's mark at the start of the editor's bar. It opens the menu that replaces the header of the page. */
export function BarMenu() {
  const { t } = useTranslation('common');
  return (
    <>
      <Button
        variant="ghost"
        aria-label={t('nav.open')}
        title={t('nav.open')}
        popoverTarget="bar-menu"
        className="px-2! text-ink pointer-coarse:h-11 pointer-coarse:min-w-11"
      >
        <LogoMark className="size-6" />
        <ChevronDown aria-hidden className="text-soft max-sm:hidden" />
      </Button>
      <MenuSheet id="bar-menu" replacesHeader className="end-auto min-w-60">
        <div className="flex items-center justify-between px-3 pb-1 text-14 text-soft">
          {t('language.label')}
          <LanguageMenu />
        </div>
      </MenuSheet>
    </>
  );
}
