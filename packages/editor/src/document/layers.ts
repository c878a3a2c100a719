import type { BackgroundDefinition } from '../backgrounds/define-background.ts';
import { type DocumentState, type Layer, maxLayers } from '../schema/document-state.ts';

/** One list for all states without layers, so that a selector of a store returns an equal value each time. */
const noLayers: readonly Layer[] = [];

/** Returns the texts and pictures of a state, the lowest first. */
export function layersOf({ layers }: DocumentState): readonly Layer[] {
  return layers ?? noLayers;
}

/** Returns the state with other layers. A list without layers is left out of the state. */
export function withLayers(state: DocumentState, layers: readonly Layer[]): DocumentState {
  const { layers: _, ...others } = state;
  return layers.length === 0 ? others : { ...others, layers: [...layers] };
}

/**
 * Returns the state without texts and pictures.
 * @example
 * const plain = withoutLayers(document.history.getState().state);
 */
export function withoutLayers(state: DocumentState): DocumentState {
  return state.layers ? withLayers(state, []) : state;
}

/** Returns the state with a change of one layer. Without such a layer, the state stays as it is. */
export function withLayer(state: DocumentState, id: string, change: (layer: Layer) => Layer): DocumentState {
  const layers = layersOf(state);
  if (layers.every((layer) => layer.id !== id)) return state;
  return withLayers(
    state,
    layers.map((layer) => (layer.id === id ? change(layer) : layer)),
  );
}

/** Returns the state with a layer above all others. A state that is full stays as it is. */
export function withAddedLayer(state: DocumentState, layer: Layer): DocumentState {
  const layers = layersOf(state);
  return layers.length >= maxLayers ? state : withLayers(state, [...layers, layer]);
}

/** Returns the state without a layer. */
export function withoutLayer(state: DocumentState, id: string): DocumentState {
  return withLayers(
    state,
    layersOf(state).filter((layer) => layer.id !== id),
  );
}

/** Distance of a copy from its layer, in thousandths of the result’s shorter side. */
const copyShift = 30;

/** Returns the state with a copy of a layer directly above it, a little to the lower right. */
export function withCopiedLayer(state: DocumentState, id: string, copyId: string): DocumentState {
  const layers = layersOf(state);
  if (layers.length >= maxLayers) return state;
  const shift = (offset: number) => Math.min(offset + copyShift, 20_000);
  return withLayers(
    state,
    layers.flatMap((layer) =>
      layer.id === id
        ? [layer, { ...layer, id: copyId, offsetX: shift(layer.offsetX), offsetY: shift(layer.offsetY) }]
        : [layer],
    ),
  );
}

/**
 * Returns the state with a layer one place higher or lower. The lowest layer above the subject moves down behind the subject, and the
 * highest one behind it moves up before it.
 * @param direction 1 for upwards, −1 for downwards.
 */
export function withMovedLayer(state: DocumentState, id: string, direction: 1 | -1): DocumentState {
  const layers = arranged(state);
  const at = layers.findIndex((layer) => layer.id === id);
  const [layer, neighbour] = [layers[at], layers[at + direction]];
  if (!layer) return state;
  const place = direction === 1 ? 'above' : 'below';
  if (neighbour?.place !== layer.place) {
    if (layer.place === place) return state;
    // In the order in which the layers lie, the moved one stays next to the subject.
    return withLayers(
      state,
      layers.map((each) => (each === layer ? { ...each, place } : each)),
    );
  }
  const next = [...layers];
  next[at] = neighbour;
  next[at + direction] = layer;
  return withLayers(state, next);
}

/** Returns the layers in the order in which they lie: those below the subject first. */
export function arranged(state: DocumentState): readonly Layer[] {
  const layers = layersOf(state);
  return [...layers.filter(({ place }) => place === 'below'), ...layers.filter(({ place }) => place === 'above')];
}

/**
 * Returns the ids of the document’s images that a state shows: in its background and in its layers.
 * @example
 * const ids = imageIdsOf(state, builtInRegistries.backgrounds);
 */
export function imageIdsOf(state: DocumentState, backgrounds: readonly BackgroundDefinition[]): readonly string[] {
  const { background } = state;
  return [
    ...(backgrounds.find(({ kind }) => kind === background.kind)?.imageIds?.(background) ?? []),
    ...layersOf(state).flatMap((layer) => (layer.kind === 'picture' ? [layer.image] : [])),
  ];
}
