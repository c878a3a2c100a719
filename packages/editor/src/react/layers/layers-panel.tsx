import type { Conversion } from '@isola/convert';
import type { ForeignFormat } from '@isola/segmenter';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { ImagePlus, Type } from 'lucide-react';
import { type ChangeEvent, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { ImageDocument } from '../../document/image-document.ts';
import { layersOf, withAddedLayer } from '../../document/layers.ts';
import { newLogo, newLogoId, newText } from '../../document/new-layer.ts';
import { untilSettled } from '../../history/until-settled.ts';
import { maxFileBytes } from '../../image/main-picture.ts';
import { type LogoRefusal, type ReadLogo, readLogo } from '../../import/read-logo.ts';
import { type LogoOutcome, saveBrandLogo } from '../../persistence/brand-logos.ts';
import { maxLayers } from '../../schema/document-state.ts';
import type { Editor } from '../../editor.ts';
import type { LayerSelection } from '../../viewport/layer-selection.ts';
import { ConversionNote } from '../convert/lazy-conversion-note.ts';
import { FailureBanner } from '../session/failure-banner.tsx';
import { AddSubject } from './add-subject.tsx';
import { ArrangeButtons } from './arrange-buttons.tsx';
import { LayerList } from './layer-list.tsx';
import { LayerSettings } from './layer-settings.tsx';
import { SavedLogos } from './saved-logos.tsx';

export interface LayersPanelProps {
  document: ImageDocument;
  selection: LayerSelection;
  /** Editor of the image. Settings for several images have none, and no other subjects can be added to them. */
  editor?: Editor | undefined;
}

type Note =
  | { readonly refusal: LogoRefusal; readonly foreign?: ForeignLogo | undefined }
  | { readonly outcome: Exclude<LogoOutcome, 'saved'> };

/** A logo of a format that can be converted. */
interface ForeignLogo {
  readonly file: File;
  readonly format: ForeignFormat;
}

/** Panel that adds texts, logos and other subjects to the result and sets how they look. */
export function LayersPanel({ document, selection, editor }: LayersPanelProps) {
  const { t, i18n } = useTranslation(['editor', 'common']);
  const { history } = document;
  const layers = useStore(history, ({ state }) => layersOf(state));
  const { id } = useStore(selection);
  const selected = layers.find((layer) => layer.id === id);
  const isFull = layers.length >= maxLayers;
  const [note, setNote] = useState<Note>();
  const [conversion, setConversion] = useState<Conversion>();
  /** Id of a text whose words are to be typed. */
  const [typedId, setTypedId] = useState<string>();
  const addButton = useRef<HTMLButtonElement>(null);

  const addText = () => {
    const text = newText(t('layers.newText'), i18n.language);
    history.commit('add-text', withAddedLayer(history.getState().state, text));
    setTypedId(text.id);
    selection.select(text.id);
  };
  const addLogo = (logo: Blob) => {
    // A layer may have been added while the logo was read. The panel then says that there is no place for more.
    if (layersOf(history.getState().state).length >= maxLayers) return;
    const image = document.addBackgroundImage(logo, newLogoId());
    const layer = newLogo(image);
    history.commit('add-logo', withAddedLayer(history.getState().state, layer));
    selection.select(layer.id);
  };
  /** @param converted what happened to the file when it was converted, which may have made it larger. */
  const takeFile = async (file: File, converted?: Conversion) => {
    setNote(undefined);
    setConversion(undefined);
    const options = converted ? { maxBytes: maxFileBytes } : {};
    const read: ReadLogo = await readLogo(file, options).catch(() => ({ refusal: 'format' }));
    const { logo } = read;
    if (!logo) {
      const { refusal, format } = read;
      return setNote({ refusal, foreign: format && { file, format } });
    }
    setConversion(converted);
    await untilSettled(history);
    addLogo(logo);
    const outcome = await saveBrandLogo(logo);
    return outcome === 'saved' ? undefined : setNote({ outcome });
  };
  return (
    <section aria-label={t('tools.layers.title')} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-2">
        <Button ref={addButton} wrap disabled={isFull} onClick={addText} className="px-2 pointer-coarse:min-h-11">
          <Type aria-hidden />
          {t('layers.addText')}
        </Button>
        <LogoButton disabled={isFull} onFile={(file) => void takeFile(file)} />
      </div>
      {editor && <AddSubject editor={editor} isFull={isFull} />}
      <p role="status" className="text-13 text-soft empty:hidden">
        {isFull && t('layers.full', { count: maxLayers })}
      </p>
      {note && 'foreign' in note && note.foreign && (
        <FailureBanner
          failure={{ code: 'unsupported-format', format: note.foreign.format }}
          foreignFiles={[note.foreign.file]}
          onConverted={([{ file, conversion: facts }]) => void takeFile(file, facts)}
          onDismiss={() => setNote(undefined)}
        />
      )}
      {note && !('foreign' in note && note.foreign) && (
        <Banner
          tone="warning"
          title={wordsOf(note)}
          data-code={'refusal' in note ? note.refusal : note.outcome}
          onDismiss={() => setNote(undefined)}
          dismissLabel={t('common:dismiss')}
        />
      )}
      {conversion && (
        <Suspense>
          <ConversionNote conversion={conversion} onDismiss={() => setConversion(undefined)} />
        </Suspense>
      )}
      <SavedLogos disabled={isFull} onChoose={addLogo} onEmptied={() => addButton.current?.focus()} />
      {layers.length === 0 ? (
        <p className="text-13 text-soft">{t('layers.empty')}</p>
      ) : (
        <LayerList document={document} selection={selection} onEmptied={() => addButton.current?.focus()} />
      )}
      {editor && <ArrangeButtons editor={editor} />}
      {selected && (
        <LayerSettings
          key={selected.id}
          history={history}
          layer={selected}
          isTyped={selected.id === typedId}
          onTyped={() => setTypedId(undefined)}
        />
      )}
    </section>
  );

  function wordsOf(said: Note): string {
    if ('refusal' in said) return t(`layers.refused.${said.refusal}`);
    return t(said.outcome === 'full' ? 'layers.savedFull' : 'layers.notSaved');
  }
}

function LogoButton({ disabled, onFile }: { disabled: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation('editor');
  const input = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The field is cleared, because picking the same file a second time would otherwise fire no change event.
    event.target.value = '';
    if (file) onFile(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        data-slot="logo-file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        onChange={pick}
      />
      <Button wrap disabled={disabled} onClick={() => input.current?.click()} className="px-2 pointer-coarse:min-h-11">
        <ImagePlus aria-hidden />
        {t('layers.addLogo')}
      </Button>
    </>
  );
}
