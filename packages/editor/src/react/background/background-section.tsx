import { cn } from '@isola/ui/cn';
import { CutLine } from '@isola/ui/cut-line';
import { useFileDrop } from '@isola/ui/drop-zone';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { type Background, backgroundDefinition } from '../../backgrounds/define-background.ts';
import type { Editor } from '../../editor.ts';
import { openImage } from '../../import/open-file.ts';
import type { Failure } from '../../session/segmentation-session.ts';
import { useEditorHost } from '../session/editor-host.tsx';
import { FailureBanner } from '../session/failure-banner.tsx';
import { backgroundPanels } from './background-panels.ts';
import type { BackgroundGroup, BackgroundPanel } from './define-background-panel.ts';
import { useBackgroundDrop } from './use-background-drop.ts';

export interface BackgroundSectionProps {
  editor: Pick<Editor, 'document' | 'eyedropper' | 'registries' | 'stageImages'>;
}

/** Chooses what lies behind the cutout. It takes an image dropped on it or on the canvas, or pasted. */
export function BackgroundSection({ editor }: BackgroundSectionProps) {
  const { t } = useTranslation('editor');
  const { document, registries } = editor;
  const background = useStore(document.history, ({ state }) => state.background);
  const isEdited = useStore(document.history, ({ undoable }) => undoable !== undefined);
  const panels = usePanels(editor);
  const place = useRef<HTMLElement>(null);
  const [refusal, setRefusal] = useState<Failure>();
  // On what stands now: a colour or a file may have been waited for, and steps taken meanwhile.
  const on = (next: Background) => ({ ...document.history.getState().state, background: next });
  const onChoose = (next: Background) =>
    document.history.commit(backgroundDefinition(registries.backgrounds, next).step.id, on(next));
  const onPreview = (next: Background) => document.history.preview(on(next));
  const take = async ([file]: File[]) => {
    const kind = registries.backgrounds.find(({ fromImage }) => fromImage);
    if (!file || !kind) return;
    const found = await openImage(file);
    setRefusal('failure' in found ? found.failure : undefined);
    const chosen = 'picture' in found && kind.fromImage?.(document.addBackgroundImage(found.picture));
    if (chosen) onChoose(chosen);
  };
  const onFiles = (files: File[]) => void take(files);
  const drop = useFileDrop({ target: place, onFiles });
  // This panel is open at first: before any edit, a file that is dropped or pasted is the next image.
  const above = useBackgroundDrop(isEdited, (file) => void take([file]));
  const present = panels.find(({ definition }) => definition.kind === background.kind);
  return (
    <section ref={place} aria-label={t('background.title')} className="relative flex flex-col gap-4">
      {grouped(panels).map(([group, members]) => (
        <Group key={members[0]?.definition.kind} group={group}>
          {members.map(({ definition: { kind }, Tiles }) => (
            <Tiles key={kind} {...{ editor, background, onChoose, onPreview, onFiles }} />
          ))}
        </Group>
      ))}
      {present?.Settings && (
        <present.Settings key={background.kind} settings={background} onChoose={onChoose} onPreview={onPreview} />
      )}
      {refusal && <FailureBanner failure={refusal} onDismiss={() => setRefusal(undefined)} />}
      {(drop === 'over' || above === 'over') && (
        <span className="pointer-events-none absolute -inset-2 bg-accent-wash/60">
          <CutLine state="running" radiusPx={10} />
        </span>
      )}
    </section>
  );
}

/** @returns the panels of the package and of the host, of the kinds that the editor has. */
function usePanels({ registries }: BackgroundSectionProps['editor']): readonly BackgroundPanel[] {
  const { backgroundPanels: hostPanels = [] } = useEditorHost();
  return [...backgroundPanels, ...hostPanels].filter(({ definition }) =>
    registries.backgrounds.some(({ kind }) => kind === definition.kind),
  );
}

/** Groups in the order of their first members. */
function grouped(panels: readonly BackgroundPanel[]): [BackgroundGroup, readonly BackgroundPanel[]][] {
  const groups = new Map<BackgroundGroup, BackgroundPanel[]>();
  for (const panel of panels) groups.set(panel.group, [...(groups.get(panel.group) ?? []), panel]);
  return [...groups];
}

const columnsClass = { 2: 'grid-cols-2', 3: 'grid-cols-3', 5: 'grid-cols-5' };

function Group({ group: { label, columns }, children }: { group: BackgroundGroup; children: ReactNode }) {
  const { t } = useTranslation('editor');
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-2 text-12 text-soft">
        {label(t)}
      </p>
      <div className={cn('grid gap-2.5', columnsClass[columns])}>{children}</div>
    </div>
  );
}
