import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@isola/ui/dropdown-menu';
import { IconButton } from '@isola/ui/icon-button';
import { SunMoon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { applyTheme, readTheme, themes } from './theme.ts';

export function ThemeMenu() {
  const { t } = useTranslation('common');
  const [theme, setTheme] = useState(readTheme);
  const choose = (value: string) => {
    const chosen = themes.find((each) => each === value);
    if (!chosen) return;
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t('theme.label')}>
          <SunMoon aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={theme} onValueChange={choose}>
          {themes.map((each) => (
            <DropdownMenuRadioItem key={each} value={each}>
              {t(`theme.${each}`)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
