import { cn } from '@isola/ui/cn';
import { IconButton } from '@isola/ui/icon-button';
import { ArrowDown, ArrowUp, Copy, Eye, EyeOff, Image, Trash2, Type } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { ImageDocument } from '../../document/image-document.ts';
import { arranged, withCopiedLayer, withLayer, withMovedLayer, withoutLayer } from '../../document/layers.ts';
import { newLayerId } from '../../document/new-layer.ts';
import { type DocumentState, type Layer, maxLayers } from '../../schema/document-state.ts';
import type { LayerSelection } from '../../viewport/layer-selection.ts';
import { BlobImage } from '../blob-image.tsx';
import { useAnnouncement } from '../help/use-announcement.ts';
import { layerName } from './layer-name.ts';

export interface LayerListProps {
  document: ImageDocument;
  selection: LayerSelection;
  /** Called when the last layer was removed, so that the focus gets a place. */
  onEmptied: () => void;
}

/** The texts and logos of a document, the topmost first, with the subject between those before it and those behind it. */
export function LayerList({ document, selection, onEmptied }: LayerListProps) {
  const { t } = useTranslation('editor');
  const { history } = document;
  const state = useStore(history, (each) => each.state);
  const { id } = useStore(selection);
  const [said, say] = useAnnouncement();
  const layers = arranged(state).toReversed();
  const rowOf = (layer: Layer) => (
    <Row
      key={layer.id}
      layer={layer}
      picture={layer.kind === 'picture' ? document.backgroundImage(layer.image) : undefined}
      isSelected={layer.id === id}
      onSelect={() => selection.select(layer.id === id ? undefined : layer.id)}
    />
  );
  const remove = (layer: Layer) => {
    const next = withoutLayer(history.getState().state, layer.id);
    history.commit('remove-layer', next);
    say(t('layers.removed', { name: layerName(layer, t) }));
    const neighbour = arranged(next).at(-1);
    // The button that was pressed keeps the focus, and acts on the layer that is selected now.
    selection.select(neighbour?.id);
    if (!neighbour) onEmptied();
  };
  const selected = layers.find((layer) => layer.id === id);
  return (
    <div className="flex flex-col gap-2">
      <ul
        aria-label={t('layers.list')}
        data-slot="layer-list"
        className="overflow-hidden rounded-md border border-line"
      >
        {layers.filter(({ place }) => place === 'above').map(rowOf)}
        <li className="border-b border-line px-3 py-1.5 text-12 text-faint last:border-b-0">{t('layers.subject')}</li>
        {layers.filter(({ place }) => place === 'below').map(rowOf)}
      </ul>
      {selected && <Actions state={state} layer={selected} {...{ history, selection, remove }} />}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

interface RowProps {
  layer: Layer;
  picture: Blob | undefined;
  isSelected: boolean;
  onSelect: () => void;
}

function Row({ layer, picture, isSelected, onSelect }: RowProps) {
  const { t } = useTranslation('editor');
  const Icon = layer.kind === 'text' ? Type : Image;
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onSelect}
        className={cn(
          'flex h-11 w-full items-center gap-2 px-3 text-start text-14 outline-offset-[-2px] hover:bg-hover',
          isSelected && 'bg-accent-wash text-accent-ink',
        )}
      >
        {picture ? (
          <BlobImage blob={picture} className="size-6 flex-none object-contain" />
        ) : (
          <Icon aria-hidden className="size-5 flex-none" strokeWidth={1.5} />
        )}
        <span className="min-w-0 flex-1 truncate">{layerName(layer, t)}</span>
        {layer.isHidden && <span className="flex-none text-12 text-soft">{t('layers.isHidden')}</span>}
      </button>
    </li>
  );
}

interface ActionsProps {
  state: DocumentState;
  layer: Layer;
  history: ImageDocument['history'];
  selection: LayerSelection;
  remove: (layer: Layer) => void;
}

/** Buttons that act on the selected layer. */
function Actions({ state, layer, history, selection, remove }: ActionsProps) {
  const { t } = useTranslation('editor');
  const move = (direction: 1 | -1) => {
    history.commit('arrange-layers', withMovedLayer(history.getState().state, layer.id, direction));
  };
  const copy = () => {
    const id = newLayerId();
    history.commit(
      layer.kind === 'text' ? 'add-text' : layer.subject ? 'add-subject' : 'add-logo',
      withCopiedLayer(history.getState().state, layer.id, id),
    );
    selection.select(id);
  };
  const toggle = () => {
    const { isHidden, ...shown } = layer;
    const next = isHidden ? shown : { ...shown, isHidden: true };
    history.commit(
      'edit-layer',
      withLayer(history.getState().state, layer.id, () => next),
    );
  };
  const canMove = (direction: 1 | -1) => withMovedLayer(state, layer.id, direction) !== state;
  const actions = [
    { id: 'up', label: t('layers.up'), Icon: ArrowUp, act: () => move(1), isOff: !canMove(1) },
    { id: 'down', label: t('layers.down'), Icon: ArrowDown, act: () => move(-1), isOff: !canMove(-1) },
    { id: 'copy', label: t('layers.copy'), Icon: Copy, act: copy, isOff: arranged(state).length >= maxLayers },
    {
      id: 'visibility',
      label: t(layer.isHidden ? 'layers.show' : 'layers.hide'),
      Icon: layer.isHidden ? Eye : EyeOff,
      act: toggle,
    },
    { id: 'remove', label: t('layers.remove'), Icon: Trash2, act: () => remove(layer) },
  ];
  return (
    <div
      role="group"
      aria-label={t('layers.actions', { name: layerName(layer, t) })}
      className="grid grid-cols-5 gap-2"
    >
      {actions.map(({ id, label, Icon, act, isOff = false }) => (
        <IconButton
          key={id}
          label={label}
          title={label}
          variant="secondary"
          // A button that becomes `disabled` by its own press loses the focus, so `aria-disabled` is used instead.
          aria-disabled={isOff}
          onClick={() => isOff || act()}
          className="h-9 w-full aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 pointer-coarse:h-11"
        >
          <Icon aria-hidden />
        </IconButton>
      ))}
    </div>
  );
}
