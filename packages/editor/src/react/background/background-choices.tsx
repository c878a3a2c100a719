import { cn } from '@isola/ui/cn';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@isola/ui/tabs';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Editor } from '../../editor.ts';
import { useEditorHost } from '../session/editor-host.tsx';
import { backgroundPanels } from './background-panels.ts';
import { wordsPanel } from './words-panel.tsx';
import type { BackgroundGroup, BackgroundPanel, BackgroundTilesProps } from './define-background-panel.ts';

export interface BackgroundChoicesProps extends BackgroundTilesProps {
  editor: BackgroundTilesProps['editor'] & Pick<Editor, 'registries'>;
  /** `tabs`: one tab at a time, whose tiles are a strip that scrolls sideways. `list`: all groups below each other. */
  layout: 'list' | 'tabs';
}

type Groups = readonly (readonly [BackgroundGroup, readonly BackgroundPanel[]])[];

/** Tiles of all kinds of backgrounds that the editor offers, and the settings of the chosen kind. */
export function BackgroundChoices({ layout, ...props }: BackgroundChoicesProps) {
  const panels = usePanels(props.editor);
  const groups = groupedBy(panels, ({ group }) => group);
  if (layout === 'tabs') return <TabbedGroups groups={groups} {...props} />;
  return (
    <>
      {groups.map(([group, members]) => (
        <Group key={members[0]?.definition.kind} group={group}>
          {members.map(({ definition: { kind }, Tiles }) => (
            <Tiles key={kind} {...props} />
          ))}
        </Group>
      ))}
      <PresentSettings panels={panels} {...props} />
    </>
  );
}

type Props = Omit<BackgroundChoicesProps, 'layout'>;

/** Tabs that contain the groups. The tab of the chosen background is open first, and contains its settings. */
function TabbedGroups({ groups, ...props }: Props & { groups: Groups }) {
  const { t } = useTranslation('editor');
  const tabs = groupedBy(groups, ([group]) => group.tab ?? group).map(([tab, members]) => ({
    label: tab.label(t),
    groups: members,
    panels: members.flatMap(([, panels]) => panels),
  }));
  const isOfTab = ({ panels }: (typeof tabs)[number]) =>
    panels.some(({ definition }) => definition.kind === props.background.kind);
  const [open, setOpen] = useState(() => String(Math.max(0, tabs.findIndex(isOfTab))));
  return (
    <Tabs value={open} onValueChange={setOpen} className="-mt-4">
      <TabsList label={t('background.title')} className="-mx-4 px-1">
        {tabs.map(({ label }, index) => (
          <TabsTrigger key={label} value={String(index)}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {tabs.map(({ label, groups: own, panels }, index) => (
        <TabsContent key={label} value={String(index)} className="flex flex-col gap-4">
          <div className="-mx-4 flex min-h-20 gap-2.5 overflow-x-auto px-4 pt-4 pb-1.5 has-[[data-slot=color-picker]]:flex-col">
            {own.map(([group, members]) => (
              <Strip key={members[0]?.definition.kind} group={group}>
                {members.map(({ definition: { kind }, Tiles }) => (
                  <Tiles key={kind} {...props} />
                ))}
              </Strip>
            ))}
          </div>
          <PresentSettings panels={panels} {...props} />
        </TabsContent>
      ))}
    </Tabs>
  );
}

/** Settings of the chosen background, if it has any and its panel is among these. */
function PresentSettings({
  panels,
  background,
  onChoose,
  onPreview,
}: Pick<Props, 'background' | 'onChoose' | 'onPreview'> & { panels: readonly BackgroundPanel[] }) {
  const present = panels.find(({ definition }) => definition.kind === background.kind);
  if (!present?.Settings) return null;
  return <present.Settings key={background.kind} settings={background} onChoose={onChoose} onPreview={onPreview} />;
}

/** @returns the panels of this package and of the host, restricted to what registry and host can make. */
function usePanels({ registries }: Pick<Editor, 'registries'>): readonly BackgroundPanel[] {
  const { backgroundPanels: hostPanels = [], loadWords } = useEditorHost();
  return [...backgroundPanels, ...hostPanels].filter(
    (panel) =>
      registries.backgrounds.some(({ kind }) => kind === panel.definition.kind) && (panel !== wordsPanel || loadWords),
  );
}

/** Groups items by a shared object. The groups are in the order of their first members. */
function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): [Key, readonly Item[]][] {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
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

/** Width of a tile in a strip, by the number of columns that its group has in a list. */
const stripClass = { 1: '*:w-full w-full', 2: '*:w-36', 3: '*:w-24', 5: '*:w-14' };

/** Tiles of a group in one row. Without a row for it, an open colour picker is placed below the tiles. */
function Strip({ group: { label, columns }, children }: { group: BackgroundGroup; children: ReactNode }) {
  const { t } = useTranslation('editor');
  return (
    <div
      role="group"
      aria-label={label(t)}
      className={cn(
        'flex flex-none gap-2.5 *:flex-none has-[[data-slot=color-picker]]:flex-wrap [&>[aria-expanded],&>[data-slot=button]]:w-36 has-[[data-slot=color-picker]]:[&>div]:w-full',
        stripClass[columns],
      )}
    >
      {children}
    </div>
  );
}
