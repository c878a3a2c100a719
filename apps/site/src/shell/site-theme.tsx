import { ThemeSwitch } from '@isola/ui/theme-switch';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { applyTheme, chosenTheme } from './theme.ts';

/** Switch between the light theme, the dark theme and the theme of the system. */
export function SiteTheme() {
  const { t } = useTranslation('common');
  const theme = useStore(chosenTheme);
  const labels = { system: t('theme.system'), light: t('theme.light'), dark: t('theme.dark') };
  return <ThemeSwitch label={t('theme.label')} labels={labels} value={theme} onValueChange={applyTheme} />;
}
