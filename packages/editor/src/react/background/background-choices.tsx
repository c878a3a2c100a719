import { cn } from '@isola/ui/cn';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { Editor } from '../../editor.ts';
import { useEditorHost } from '../session/editor-host.tsx';
import { backgroundPanels } from './background-panels.ts';
import type { BackgroundGroup, BackgroundPanel, BackgroundTilesProps } from './define-background-panel.ts';

export interface BackgroundChoicesProps extends BackgroundTilesProps {
  editor: BackgroundTilesProps['editor'] & Pick<Editor, 'registries'>;
}

/** Tiles of all kinds of backgrounds that the editor offers, and the settings of the chosen kind. */
export function BackgroundChoices(props: BackgroundChoicesProps) {
  const { editor, background, onChoose, onPreview } = props;
  const panels = usePanels(editor);
  const present = panels.find(({ definition }) => definition.kind === background.kind);
  return (
    <>
      {grouped(panels).map(([group, members]) => (
        <Group key={members[0]?.definition.kind} group={group}>
          {members.map(({ definition: { kind }, Tiles }) => (
            <Tiles key={kind} {...props} />
          ))}
        </Group>
      ))}
      {present?.Settings && (
        <present.Settings key={background.kind} settings={background} onChoose={onChoose} onPreview={onPreview} />
      )}
    </>
  );
}

/** @returns the panels of this package and of the host, restricted to the kinds in the editor's registry. */
function usePanels({ registries }: Pick<Editor, 'registries'>): readonly BackgroundPanel[] {
  const { backgroundPanels: hostPanels = [] } = useEditorHost();
  return [...backgroundPanels, ...hostPanels].filter(({ definition }) =>
    registries.backgrounds.some(({ kind }) => kind === definition.kind),
  );
}

/** Groups the panels. Groups are in the order of their first members. */
function grouped(panels: readonly BackgroundPanel[]): [BackgroundGroup, readonly BackgroundPanel[]][] {
  const groups = new Map<BackgroundGroup, BackgroundPanel[]>();
  for (const panel of panels) groups.set(panel.group, [...(groups.get(panel.group) ?? []), panel]);
  return [...groups];
}

const columnsClass = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3', 5: 'grid-cols-5' };

function Group({ group: { label, columns }, children }: { group: BackgroundGroup; children: ReactNode }) {
  const { t } = useTranslation('editor');
  const id = useId();
  return (
    // The group is hidden while it is empty, because a kind may have no tiles.
    <div role="group" aria-labelledby={id} className="has-[>div:empty]:hidden">
      <p id={id} className="mb-2 text-12 text-soft">
        {label(t)}
      </p>
      <div className={cn('grid gap-2.5', columnsClass[columns])}>{children}</div>
    </div>
  );
}
