import { cn } from '@isola/ui/cn';
import { useTranslation } from 'react-i18next';

import type { ToolId } from '../commands/tool-ids.ts';
import { tools } from './tools.ts';

export interface ToolRailProps {
  /** Current tool. On a phone its panel may be closed. */
  tool: ToolId;
  open: boolean;
  panelId: string;
  onPress: (tool: ToolId) => void;
}

/** Navigation between the tools: a column, or on a phone a row at the bottom, within reach of the thumb. */
export function ToolRail({ tool, open, panelId, onPress }: ToolRailProps) {
  const { t } = useTranslation('editor');
  return (
    <nav
      data-slot="tool-rail"
      aria-label={t('tools.label')}
      className="flex border-line bg-sheet [grid-area:rail] max-md:overflow-x-auto max-md:border-t md:flex-col md:gap-1 md:border-e md:p-1.5 md:portrait:border-t"
    >
      {tools.map(({ id, icon: Icon }) => (
        <button
          key={id}
          type="button"
          aria-current={id === tool ? 'true' : undefined}
          aria-expanded={id === tool && open}
          aria-controls={panelId}
          onClick={() => onPress(id)}
          className={cn(
            'flex flex-col items-center justify-center gap-1 rounded-sm text-12 text-soft transition-colors duration-fast',
            'hover:bg-hover hover:text-ink aria-[current]:text-accent-ink aria-[current]:[&_svg]:text-accent-ink',
            // On a narrow phone each label wraps at its spaces and is as wide as its longest word; a full row scrolls.
            'min-h-14 outline-offset-[-2px] max-md:flex-auto md:w-full md:aria-[current]:bg-accent-wash',
            'forced-colors:aria-[current]:outline-2',
          )}
        >
          <Icon aria-hidden className="size-5" strokeWidth={1.5} />
          <span className="px-0.5 text-center leading-tight max-md:min-w-11 max-[26rem]:tracking-[-0.015em] max-[22rem]:w-min max-[22rem]:break-keep">
            {t(`tools.${id}`)}
          </span>
        </button>
      ))}
    </nav>
  );
}
