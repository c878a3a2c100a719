import { applyPreset, type Editor, initialState } from '@isola/editor';
import { useEditorHost } from '@isola/editor/react';
import { createEditor, createViewport, ResultStage } from '@isola/editor/react/preset-parts';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BatchItem, OpenedItem } from '../../batch.ts';
import { useBatch, useBatchState, useItem, useSelectionState } from '../batch-context.tsx';
import { ItemPicture } from '../list/item-picture.tsx';

export interface PresetPreviewProps {
  /** Document of the preset, including the preview while a slider moves. */
  presetDocument: Editor['document'];
  /** Called with the editor whose canvas is shown, for the eyedropper, and with undefined when it closes. */
  onEditor: (editor: Editor | undefined) => void;
}

/** Live preview of the preset on the active image. */
export function PresetPreview(props: PresetPreviewProps) {
  const { t } = useTranslation('batch');
  const activeId = useSelectionState((state) => state.activeId);
  const firstId = useBatchState(({ items }) => items[0]?.id);
  const blursFaces = useBatchState(({ preset }) => preset.blursFaces ?? false);
  const item = useItem(activeId ?? firstId ?? '');
  if (!item) return null;
  const isDone = item.state === 'processed' && item.outcome === 'done';
  const overridden = t(blursFaces ? 'preset.overriddenFaces' : 'preset.overridden');
  const note = item.hasOverride ? overridden : isDone ? undefined : t('preset.notYet');
  // An opened image shows its faces as they were when it was opened.
  const key = `${item.id} ${blursFaces}`;
  return (
    <figure data-slot="preset-preview" className="flex flex-col gap-2">
      <div className="relative aspect-4/3 overflow-hidden rounded-md border border-line bg-sunk">
        {isDone ? (
          <OpenedPreview key={key} id={item.id} hasOverride={item.hasOverride} {...props}>
            <Placeholder item={item} />
          </OpenedPreview>
        ) : (
          <Placeholder item={item} />
        )}
      </div>
      <figcaption className="text-12 text-faint">
        <span className="block truncate" title={item.name}>
          {item.name || t('item.unnamed')}
        </span>
        {note && <span className="block text-soft">{note}</span>}
      </figcaption>
    </figure>
  );
}

function Placeholder({ item }: { item: BatchItem }) {
  return (
    <span className="relative mx-auto block aspect-square h-full">
      <ItemPicture item={item} sidePx={220} />
    </span>
  );
}

interface OpenedPreviewProps extends PresetPreviewProps {
  id: string;
  hasOverride: boolean;
  /** Placeholder until the image is open, and when it cannot be opened. */
  children: ReactNode;
}

/** Delay before an image is opened, so that moving quickly through the rows opens nothing. */
const restMs = 250;

function OpenedPreview({ id, hasOverride, presetDocument, onEditor, children }: OpenedPreviewProps) {
  const batch = useBatch();
  const { registries } = useEditorHost();
  const [editor, setEditor] = useState<Editor>();
  const [viewport] = useState(() => createViewport({ padding: 8 }));
  useEffect(() => {
    let isGone = false;
    let opened: OpenedItem | undefined;
    let own: Editor | undefined;
    const open = async () => {
      try {
        opened = await batch.openItem(id);
        if (isGone) return opened.close();
        own = createEditor({ document: opened.document, segmentation: opened.segmentation, registries });
        await own.prepare();
        if (!isGone) setEditor(own);
      } catch (error) {
        // The thumbnail stays, and the row shows what is wrong with the image.
        if (!isGone) reportError(error);
      }
      return undefined;
    };
    const timer = setTimeout(() => void open(), restMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
      setEditor(undefined);
      own?.dispose();
      opened?.close();
    };
  }, [batch, id, registries]);
  useEffect(() => {
    onEditor(editor);
    return () => onEditor(undefined);
  }, [editor, onEditor]);
  useEffect(() => {
    if (!editor || hasOverride) return undefined;
    const { history } = editor.document;
    const onto = { ...initialState, matte: history.getState().state.matte };
    const apply = () => {
      const { preset } = batch.getState();
      const { state } = presetDocument.history.getState();
      for (const imageId of presetDocument.backgroundImageIds()) {
        const blob = presetDocument.backgroundImage(imageId);
        if (blob) editor.document.addBackgroundImage(blob, imageId);
      }
      history.preview(applyPreset({ ...preset.preset, state }, onto, editor.segmentation.matte));
    };
    apply();
    const stops = [
      presetDocument.history.subscribe(apply),
      batch.subscribe((state, before) => {
        if (state.preset !== before.preset) apply();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [editor, hasOverride, batch, presetDocument]);
  if (!editor) return children;
  return (
    <ResultStage
      editor={editor}
      store={viewport}
      canvasBackground="checker"
      outlined={false}
      original={false}
      lifting={false}
      onLifted={() => undefined}
    />
  );
}
