import type { RenderedSet, SetKind } from '../catalogue/set.ts';
import { readWords } from '../words/read-words.ts';
import type { Concept } from '../words/terms.ts';

/** Concepts that every picture of a kind shows. */
const ofKind: Readonly<Record<SetKind, readonly Concept[]>> = {
  table: ['table'],
  shelf: ['shelf'],
  room: [],
  shop: ['shop'],
  garden: ['garden'],
  nature: ['outdoors'],
  water: ['outdoors'],
  snow: ['snow'],
  mountain: ['mountains'],
  city: ['city'],
  cafe: ['cafe'],
  // A studio's sweep is one plain colour, as a sheet of paper is.
  studio: ['studio', 'paper', 'minimal'],
  podium: ['podium', 'minimal'],
  fabric: [],
  festive: ['festive'],
};

/** More general names of a concept: an oak table is a wooden table. */
const broader: Readonly<Partial<Record<Concept, readonly Concept[]>>> = {
  oak: ['wood'],
  walnut: ['wood'],
  bamboo: ['wood'],
  board: ['wood'],
  marble: ['stone'],
  slate: ['stone'],
  desk: ['table'],
  counter: ['table'],
  bookshelf: ['shelf'],
  velvet: ['silk'],
  curtain: ['window'],
  podium: ['studio'],
  arch: ['studio'],
  palm: ['leaves'],
  jungle: ['forest', 'outdoors'],
  forest: ['outdoors'],
  autumn: ['outdoors'],
  meadow: ['outdoors'],
  flowers: ['outdoors'],
  garden: ['outdoors'],
  park: ['garden', 'outdoors'],
  beach: ['sea', 'outdoors'],
  desert: ['outdoors'],
  sea: ['outdoors'],
  lake: ['outdoors'],
  waterfall: ['outdoors'],
  pool: ['outdoors'],
  mountains: ['outdoors'],
  snow: ['winter', 'outdoors'],
  street: ['city'],
  rooftop: ['city'],
  clouds: ['sky'],
  christmas: ['festive', 'winter'],
  'new-year': ['festive'],
  'spring-festival': ['festive', 'new-year'],
  ramadan: ['festive'],
  valentine: ['festive'],
  birthday: ['festive'],
  halloween: ['festive', 'autumn'],
  easter: ['festive', 'spring'],
  wedding: ['festive'],
  confetti: ['festive'],
  balloons: ['festive'],
  restaurant: ['cafe'],
};

const known = new WeakMap<RenderedSet, ReadonlySet<Concept>>();

/** Returns all concepts that a set shows: those of its tags, those of its kind, and their more general names. */
export function conceptsOfSet(set: RenderedSet): ReadonlySet<Concept> {
  const before = known.get(set);
  if (before) return before;
  const found = new Set<Concept>();
  const add = (concept: Concept) => {
    if (found.has(concept)) return;
    found.add(concept);
    for (const each of broader[concept] ?? []) add(each);
  };
  for (const concept of ofKind[set.kind]) add(concept);
  for (const tag of set.tags) {
    for (const { meanings } of readWords(tag.replaceAll('-', ' '))) {
      for (const meaning of meanings) {
        if (meaning.of !== 'concept') continue;
        // In the open, "wood" means trees, and in a studio "sand" is a colour.
        if (set.kind === 'nature' && meaning.is === 'wood') add('forest');
        else if (set.kind !== 'studio' || meaning.is !== 'beach') add(meaning.is);
      }
    }
  }
  if (set.time === 'evening' && found.has('outdoors')) add('sunset');
  if (set.time !== 'night' && set.time !== null && (found.has('window') || (set.lights[0]?.sizeDeg ?? 90) < 3))
    add('sunlight');
  known.set(set, found);
  return found;
}

/** Returns the more general names of a concept. */
export function broaderConcepts(concept: Concept): readonly Concept[] {
  return broader[concept] ?? [];
}

/** Materials that give a picture its character. */
const materials: readonly Concept[] = [
  'wood',
  'marble',
  'stone',
  'concrete',
  'terrazzo',
  'tiles',
  'brick',
  'linen',
  'silk',
  'leather',
  'metal',
  'glass',
  'paper',
];

/** Returns the main material of a set, or undefined. */
export function materialOf(set: RenderedSet): Concept | undefined {
  const concepts = conceptsOfSet(set);
  return materials.find((material) => concepts.has(material));
}
