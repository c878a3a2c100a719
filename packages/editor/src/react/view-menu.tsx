import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@isola/ui/dropdown-menu';
import { Grid2x2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { BarButton } from './bar-button.tsx';
import { type CanvasBackground, isChecker } from '../rendering/paint.ts';
import { useCommand } from './commands/editor-commands.tsx';

export interface ViewMenuProps {
  canvasBackground: CanvasBackground;
  onCanvasBackgroundChange: (canvasBackground: CanvasBackground) => void;
  outlined: boolean;
  placing: boolean;
}

/** Menu of display options of the canvas. They do not affect the exported file. */
export function ViewMenu({ canvasBackground, onCanvasBackgroundChange, outlined, placing }: ViewMenuProps) {
  const { t } = useTranslation('editor');
  const outline = useCommand('outline');
  const place = useCommand('place-subject');
  const color = useRef<HTMLInputElement>(null);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <BarButton label={t('view.menu')} tip={t('view.menu')} isLabelled>
            <Grid2x2 aria-hidden />
          </BarButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuLabel>{t('view.ground')}</DropdownMenuLabel>
          <DropdownMenuRadioGroup
            value={canvasBackground}
            onValueChange={(value) => onCanvasBackgroundChange(value as CanvasBackground)}
          >
            <DropdownMenuRadioItem value="checker">{t('view.checker')}</DropdownMenuRadioItem>
            <DropdownMenuRadioItem value="#ffffff">{t('view.white')}</DropdownMenuRadioItem>
            <DropdownMenuRadioItem value="#000000">{t('view.black')}</DropdownMenuRadioItem>
          </DropdownMenuRadioGroup>
          <DropdownMenuItem inset onSelect={() => color.current?.click()}>
            {t('view.ownColor')}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuCheckboxItem checked={outlined} onCheckedChange={outline.run}>
            {outline.label}
          </DropdownMenuCheckboxItem>
          <DropdownMenuCheckboxItem
            checked={placing}
            disabled={!place.isEnabled}
            onCheckedChange={place.run}
            className="lg:hidden"
          >
            <span>
              <span className="block">{place.label}</span>
              {!place.isEnabled && <span className="block max-w-56 text-12 text-soft">{place.tip}</span>}
            </span>
          </DropdownMenuCheckboxItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <input
        ref={color}
        type="color"
        aria-hidden
        tabIndex={-1}
        value={isChecker(canvasBackground) ? '#808080' : canvasBackground}
        onChange={({ currentTarget }) => onCanvasBackgroundChange(currentTarget.value as CanvasBackground)}
        className="pointer-events-none absolute size-0 opacity-0"
      />
    </>
  );
}
