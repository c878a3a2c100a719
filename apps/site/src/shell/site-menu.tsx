import { IconButton } from '@isola/ui/icon-button';
import { Menu } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { MenuSheet } from './menu-sheet.tsx';

/** Menu with the pages that do not fit in the header. */
export function SiteMenu() {
  const { t } = useTranslation('common');
  return (
    <>
      <IconButton label={t('nav.open')} title={t('nav.open')} popoverTarget="site-menu">
        <Menu aria-hidden />
      </IconButton>
      <MenuSheet id="site-menu" className="end-3 lg:start-auto lg:end-10" />
    </>
  );
}
