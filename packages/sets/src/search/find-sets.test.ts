import { describe, expect, test } from 'vitest';

import type { RenderedSet, SetKind } from '../catalogue/set.ts';
import { findAlike, findSets, type SetSearch } from './find-sets.ts';

/** Makes up a set. @param tags English words; the first is the id's first word. */
function made(
  kind: SetKind,
  tags: string,
  colors: string,
  time: RenderedSet['time'] = 'day',
  azimuthDeg = 300,
): RenderedSet {
  return {
    id: tags.replaceAll(' ', '-'),
    kind,
    tags: tags.split(' '),
    time,
    colors: colors.split(' ') as RenderedSet['colors'],
    horizonY: 0.4,
    focal: 1.2,
    nearM: 0.5,
    ground: kind === 'fabric' ? null : { cameraHeightM: 0.4, backY: 0.6, frontY: 0.95, subjectM: 0.25 },
    lights: [{ azimuthDeg, elevationDeg: 40, color: [1, 0.95, 0.9], strength: 0.7, sizeDeg: 20 }],
    ambient: [0.5, 0.5, 0.5],
  };
}

const catalogue = [
  made('table', 'oak wood table window kitchen morning', 'brown white', 'morning'),
  made('table', 'walnut wood table dark', 'brown black', 'evening'),
  made('table', 'marble table white', 'white grey'),
  made('table', 'slate stone table', 'grey black'),
  made('table', 'tiles bathroom counter', 'white blue'),
  made('table', 'marble bathroom vanity', 'white'),
  made('shelf', 'wood shelf kitchen', 'brown white'),
  made('room', 'office bookshelf desk', 'brown'),
  made('room', 'living-room sofa window', 'beige white', 'morning'),
  made('room', 'bedroom linen', 'white beige', 'morning'),
  made('cafe', 'cafe wood table', 'brown', 'day'),
  made('shop', 'shop window street', 'grey', 'evening'),
  made('garden', 'garden flowers table', 'green pink'),
  made('nature', 'forest moss', 'green'),
  made('nature', 'autumn forest leaves', 'orange brown'),
  made('nature', 'meadow flowers', 'green yellow'),
  made('nature', 'desert dunes', 'beige orange', 'evening'),
  made('water', 'beach sand sea', 'beige blue'),
  made('water', 'beach sea sunset', 'orange blue', 'evening'),
  made('water', 'lake mountains', 'blue', 'morning'),
  made('snow', 'snow forest winter', 'white blue'),
  made('mountain', 'mountains snow', 'white blue'),
  made('city', 'city skyline', 'grey blue'),
  made('city', 'city street night bokeh', 'black orange', 'night'),
  made('city', 'neon street rain', 'purple pink black', 'night'),
  made('studio', 'studio sweep white', 'white', null),
  made('studio', 'studio sweep grey', 'grey', null),
  made('studio', 'studio sweep pink', 'pink', null),
  made('podium', 'podium steps beige', 'beige', null),
  made('podium', 'podium arch pink', 'pink', null),
  made('fabric', 'silk pink', 'pink', null),
  made('fabric', 'silk black', 'black', null),
  made('fabric', 'linen beige', 'beige', null),
  made('festive', 'christmas fir lights', 'green red', 'evening'),
  made('festive', 'spring-festival lanterns red', 'red gold', 'night'),
  made('festive', 'ramadan lanterns', 'blue gold', 'night'),
  made('festive', 'valentine hearts confetti', 'pink red', null),
];

const textsOf = (sentence: string, { parts }: SetSearch, indexes: readonly number[]) =>
  indexes.map((index) => sentence.slice(parts[index]?.start, parts[index]?.end));

/** Returns the words that the best set cannot show. */
function refused(sentence: string, search: SetSearch): readonly string[] {
  const shown = search.sets[0]?.shown ?? [];
  return textsOf(
    sentence,
    search,
    search.parts.map((_, index) => index).filter((index) => !shown.includes(index)),
  );
}

type Row = readonly [sentence: string, best: string | undefined, cannotShow: readonly string[]];

/**
 * Sentences as sellers and other people type them, written before the search was: the set that should come first, and the
 * words that must be said back as not possible.
 */
const asked: Readonly<Record<string, readonly Row[]>> = {
  en: [
    ['a wooden table by the window, soft morning light', 'oak-wood-table', []],
    ['in front of the Eiffel tower in Paris', 'city-', ['Eiffel tower', 'Paris']],
    ['office with bookshelves, blurred', 'office-bookshelf', []],
    ['perfume bottle on pink silk', 'silk-pink', []],
    ['snowy mountains with a red dragon', 'mountains-snow', ['red', 'dragon']],
  ],
  de: [
    ['auf einem Marmortisch im Badezimmer', 'marble-bathroom', []],
    ['Weihnachten mit Tannenbaum, dunkel', 'christmas', []],
    ['vor dem Brandenburger Tor bei Nacht', 'city-street-night', ['Brandenburger Tor']],
    ['grauer Studiohintergrund für Schuhe', 'studio-sweep-grey', []],
    ['Herbstwald mit einem Hirsch', 'autumn-forest', ['Hirsch']],
  ],
  fr: [
    ['sur une étagère en bois dans la cuisine', 'wood-shelf', []],
    ['plage au coucher du soleil, très flou', 'beach-sea-sunset', []],
    ['un podium rose pour mon parfum', 'podium-arch-pink', []],
    ['soie noire', 'silk-black', []],
    ['devant la tour Eiffel avec un accordéon', 'city-', ['tour Eiffel', 'accordéon']],
  ],
  es: [
    ['mesa de madera oscura, luz desde la derecha', 'walnut-wood-table', []],
    ['en el salón junto al sofá', 'living-room', []],
    ['calle con neón y lluvia de noche', 'neon-street', []],
    ['playa con delfines', 'beach-', ['delfines']],
    ['fondo verde liso', 'studio-', []],
  ],
  ru: [
    ['на деревянном столе у окна утром', 'oak-wood-table', []],
    ['зимний лес', 'snow-forest', []],
    ['на фоне Красной площади', 'city-', ['Красной площади']],
    ['розовый подиум', 'podium-arch-pink', []],
    ['кофейня с роялем', 'cafe-', ['роялем']],
  ],
  zh: [
    ['窗边的木桌，清晨柔和的光', 'oak-wood-table', []],
    ['大理石桌面，白色', 'marble-table', []],
    ['春节的红灯笼', 'spring-festival', []],
    ['夜晚有霓虹灯的街道，下雨', 'neon-street', []],
    ['埃菲尔铁塔前', 'city-', ['埃菲尔铁塔']],
  ],
  ja: [
    ['窓辺の木のテーブル、朝の光', 'oak-wood-table', []],
    ['夕暮れのビーチ、背景ボケ', 'beach-sea-sunset', []],
    ['キッチンの棚', 'wood-shelf', []],
    ['東京タワーの前', 'city-', ['東京タワー']],
    ['紅葉の森に恐竜', 'autumn-forest', ['恐竜']],
  ],
  ko: [
    ['창가의 나무 테이블, 아침 햇살', 'oak-wood-table', []],
    ['눈 덮인 산', 'mountains-snow', []],
    ['라마단 등불', 'ramadan', []],
    ['책장이 있는 사무실', 'office-bookshelf', []],
    ['에펠탑 앞에서', 'city-', ['에펠탑']],
  ],
};

describe.each(Object.entries(asked))('sentences in %s', (_, rows) => {
  test.each(rows)('“%s” finds %s', (sentence, best, cannotShow) => {
    const search = findSets(catalogue, sentence, 4);
    expect(search.sets[0]?.set.id).toMatch(new RegExp(`^${best}`));
    expect(refused(sentence, search)).toEqual(cannotShow);
  });
});

test('four results differ in kind or material when the words leave it open', () => {
  const ideas = (sentence: string) => findSets(catalogue, sentence, 4).sets.map(({ set }) => set.id.split('-')[0]);
  expect(new Set(ideas('a table')).size).toBe(4);
  expect(new Set(findSets(catalogue, 'pink', 4).sets.map(({ set }) => set.kind)).size).toBe(4);
});

test('a studio is recoloured when no set has the colour, and no other set is', () => {
  const { sets } = findSets(catalogue, 'turquoise', 4);
  expect(sets.length).toBeGreaterThan(0);
  expect(sets.every(({ set, adjustments }) => set.kind === 'studio' && adjustments.tint !== null)).toBe(true);
  const [table] = findSets(catalogue, 'a turquoise wooden table', 1).sets;
  expect(table?.set.tags).toContain('wood');
  expect(table?.adjustments.tint).toBeNull();
});

test('light from the other side flips the set, and an evening warms a table but not a forest', () => {
  const [table] = findSets(catalogue, 'marble table in the evening, light from the right', 1).sets;
  expect(table?.adjustments).toMatchObject({ isFlipped: true });
  expect(table?.adjustments.warmth).toBeGreaterThan(0);
  const search = findSets(catalogue, 'a mossy forest in the evening', 1);
  expect(search.sets[0]).toMatchObject({ set: { id: 'forest-moss' }, adjustments: { warmth: 0, isFlipped: false } });
  expect(refused('a mossy forest in the evening', search)).toEqual(['evening']);
});

test.each(['', 'xyzzy', 'Eiffel', 'a present for you'])('finds nothing for “%s”', (sentence) => {
  expect(findSets([made('table', 'oak wood table', 'brown')], sentence, 4).sets).toEqual([]);
});

test('finds nothing rather than a set that shows a small part of the words only', () => {
  const studio = made('studio', 'studio window', 'white', null);
  expect(findSets([studio], 'a wooden kitchen table by the window', 4).sets).toEqual([]);
});

test('sets that were shown come again only when there are no others', () => {
  const [first, second] = findSets(catalogue, 'silk', 2).sets.map(({ set }) => set.id);
  expect(findSets(catalogue, 'silk', 4, new Set([first ?? ''])).sets.map(({ set }) => set.id)).toEqual([second]);
  expect(findSets(catalogue, 'silk', 4, new Set([first ?? '', second ?? ''])).sets).toHaveLength(2);
});

test('sets alike are of the same kind before others', () => {
  const { sets } = findAlike(catalogue, 'silk', 'silk-pink', 2);
  expect(sets.map(({ set }) => set.kind)).toEqual(['fabric', 'fabric']);
});
