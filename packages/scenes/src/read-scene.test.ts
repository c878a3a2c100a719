import { describe, expect, test } from 'vitest';

import type { SceneDescription } from './scene/scene.ts';
import { readScene } from './read-scene.ts';

/** Returns the words that the reading understood, as typed. */
const known = (sentence: string) =>
  readScene(sentence)
    .parts.filter(({ meanings }) => meanings.length > 0)
    .map(({ start, end }) => sentence.slice(start, end));

type Case = readonly [sentence: string, scene: SceneDescription];

const english: readonly Case[] = [
  ['on a marble table in morning light', { family: 'marble', time: 'morning' }],
  [
    'a dark wooden table in the evening, light from the left',
    { family: 'wood', time: 'evening', side: 'left', tone: 'dark' },
  ],
  ['white linen, soft natural light', { family: 'linen', colors: ['white'], light: 'soft' }],
  ['a sunny kitchen', { family: 'wood', time: 'day' }],
  ['Palm shadows on a pink wall', { family: 'leaves', colors: ['pink'] }],
  ['on the beach at sunset', { family: 'beach', time: 'evening' }],
  ['light blue paper', { family: 'paper', colors: ['blue'], tone: 'bright' }],
  ['pink and teal', { family: 'paper', colors: ['pink', 'teal'] }],
  ['city skyline at night', { family: 'city', time: 'night' }],
  ['marble podium, backlit', { family: 'podium', side: 'behind' }],
  ['wooden table with Christmas lights in the background', { family: 'festive' }],
  ['autumn leaves behind a wooden table', { family: 'autumn' }],
  ['a foggy forest at dawn', { family: 'forest', time: 'morning' }],
  ['concrete floor, hard light from above', { family: 'concrete', side: 'above', light: 'hard' }],
  ['an old brick wall in a loft', { family: 'brick' }],
  ['wall with window light', { family: 'window' }],
  ['muted green silk', { family: 'silk', colors: ['green'], mood: 'muted' }],
  ['red wine bottle on slate', { family: 'slate' }],
  ['pastel arch', { family: 'arch', mood: 'pastel' }],
  ['underwater, waves above', { family: 'sea' }],
  ['at night', { family: 'city', time: 'night' }],
  ['gold glitter', { family: 'gold', colors: ['gold'] }],
  ['a marble kitchen counter', { family: 'marble' }],
  ['on a picnic blanket in the grass', { family: 'meadow' }],
  ['black stage in a spotlight with smoke', { family: 'spotlight', colors: ['black'] }],
];

const german: readonly Case[] = [
  [
    'auf einem dunklen Holztisch im Abendlicht, Licht von links',
    { family: 'wood', time: 'evening', side: 'left', tone: 'dark' },
  ],
  ['auf einem Marmortisch im Morgenlicht', { family: 'marble', time: 'morning' }],
  ['weißes Leinen, weiches Licht', { family: 'linen', colors: ['white'], light: 'soft' }],
  ['Sandstrand bei Sonnenuntergang', { family: 'beach', time: 'evening' }],
  ['dunkelblauer Papierhintergrund', { family: 'paper', colors: ['blue'], tone: 'dark' }],
  ['rot', { family: 'paper', colors: ['red'] }],
  ['Rosa Wand mit Palmenschatten', { family: 'leaves', colors: ['pink'] }],
  ['in einer hellen Küche am Morgen', { family: 'wood', time: 'morning', tone: 'bright' }],
  ['verschneite Berge', { family: 'mountains' }],
  ['nachts in der Stadt', { family: 'city', time: 'night' }],
  ['Backsteinmauer mit Neonlicht von rechts', { family: 'neon', side: 'right' }],
  ['auf einer kleinen Schieferplatte, Licht von oben', { family: 'slate', side: 'above' }],
  ['Herbstlaub auf dem Waldboden', { family: 'autumn' }],
  ['Weihnachten mit Lichterketten', { family: 'festive' }],
  ['romantischer Blumengarten im Frühling', { family: 'meadow' }],
  ['gruene Seide', { family: 'silk', colors: ['green'] }],
  ['Küchenarbeitsplatte aus Marmor', { family: 'marble' }],
  ['an einem Frühlingstag', { family: 'meadow', time: 'day' }],
  ['auf einem Untergrund aus Stein', { family: 'slate' }],
  ['Rosenblätter auf Holz', { family: 'wood' }],
  ['am See im Nebel', { family: 'sea' }],
  ['ein Brot auf hellgrauem Beton', { family: 'concrete', colors: ['grey'], tone: 'bright' }],
];

const french: readonly Case[] = [
  ['sur une table en chêne, lumière du soir', { family: 'wood', time: 'evening' }],
  ['sur une table en marbre dans la lumière du matin', { family: 'marble', time: 'morning' }],
  ['du lin blanc, lumière naturelle douce', { family: 'linen', colors: ['white'], light: 'soft' }],
  ['sur la plage au coucher du soleil', { family: 'beach', time: 'evening' }],
  ['mur rose avec ombre de palmier', { family: 'leaves', colors: ['pink'] }],
  ['fond en papier bleu clair', { family: 'paper', colors: ['blue'], tone: 'bright' }],
  ['marbre noir et or', { family: 'marble', colors: ['black', 'gold'] }],
  ["une forêt d'automne", { family: 'forest' }],
  ['la ville de nuit', { family: 'city', time: 'night' }],
  ['en bord de mer, contre-jour', { family: 'beach', side: 'behind' }],
  ["feuilles mortes d'octobre", { family: 'autumn' }],
  ['mur de briques, lumière dure de la gauche', { family: 'brick', side: 'left', light: 'hard' }],
  ['tissu de soie vert foncé', { family: 'linen', colors: ['green'], tone: 'dark' }],
  ['ambiance de Noël avec guirlandes', { family: 'festive' }],
  ['lumiere du matin sur du beton', { family: 'concrete', time: 'morning' }],
  ['une prairie fleurie en été', { family: 'meadow' }],
];

const spanish: readonly Case[] = [
  ['en una playa al atardecer', { family: 'beach', time: 'evening' }],
  ['sobre una mesa de mármol con luz de la mañana', { family: 'marble', time: 'morning' }],
  ['mesa de madera oscura, luz desde la izquierda', { family: 'wood', side: 'left', tone: 'dark' }],
  ['lino blanco con luz suave', { family: 'linen', colors: ['white'], light: 'soft' }],
  ['pared rosa con sombra de palmera', { family: 'leaves', colors: ['pink'] }],
  ['fondo de papel azul claro', { family: 'paper', colors: ['blue'], tone: 'bright' }],
  ['junto al mar', { family: 'sea' }],
  ['en la ciudad de noche', { family: 'city', time: 'night' }],
  ['pared de ladrillo rojo', { family: 'brick', colors: ['red'] }],
  ['bosque con niebla al amanecer', { family: 'forest', time: 'morning' }],
  ['un cielo azul con nubes', { family: 'sky' }],
  ['luces de Navidad', { family: 'festive' }],
  ['jardín con flores en primavera', { family: 'meadow' }],
  ['el sol en una pared', { family: 'window' }],
  ['mesa de marmol', { family: 'marble' }],
  ['montañas nevadas', { family: 'mountains' }],
  ['una cocina luminosa', { family: 'wood', tone: 'bright' }],
];

const russian: readonly Case[] = [
  ['на мраморном столе в утреннем свете', { family: 'marble', time: 'morning' }],
  ['на тёмном деревянном столе вечером, свет слева', { family: 'wood', time: 'evening', side: 'left', tone: 'dark' }],
  ['белый лён, мягкий естественный свет', { family: 'linen', colors: ['white'], light: 'soft' }],
  ['на пляже на закате', { family: 'beach', time: 'evening' }],
  ['тени пальм на розовой стене', { family: 'leaves', colors: ['pink'] }],
  ['светло-голубая бумага', { family: 'paper', colors: ['blue'], tone: 'bright' }],
  ['ночной город', { family: 'city', time: 'night' }],
  ['серая бетонная стена, жёсткий свет сверху', { family: 'concrete', colors: ['grey'], side: 'above', light: 'hard' }],
  ['в осеннем лесу', { family: 'autumn' }],
  ['заснеженные горы', { family: 'mountains' }],
  ['новогодняя ёлка и гирлянды', { family: 'festive' }],
  ['у окна с белыми шторами', { family: 'window', colors: ['white'] }],
  ['каменная плита и туман', { family: 'slate' }],
  ['золотые блёстки', { family: 'gold', colors: ['gold'] }],
  ['морской берег на рассвете', { family: 'beach', time: 'morning' }],
  ['на кухне', { family: 'wood' }],
];

const chinese: readonly Case[] = [
  ['大理石桌面，清晨的阳光', { family: 'marble', time: 'morning' }],
  ['深色木桌，傍晚的光，光线从左侧来', { family: 'wood', time: 'evening', side: 'left', tone: 'dark' }],
  ['白色亚麻布，柔和的自然光', { family: 'linen', colors: ['white'], light: 'soft' }],
  ['日落时的沙滩', { family: 'beach', time: 'evening' }],
  ['粉色墙上的棕榈叶影子', { family: 'leaves', colors: ['pink'] }],
  ['浅蓝色的纸', { family: 'paper', colors: ['blue'], tone: 'bright' }],
  ['城市夜景', { family: 'city', time: 'night' }],
  ['紅磚牆', { family: 'brick' }],
  ['圣诞节的彩灯和木桌', { family: 'festive' }],
  ['木桌上，背景是森林', { family: 'forest' }],
  ['红酒放在石板上', { family: 'slate' }],
  ['雪山', { family: 'mountains' }],
  ['秋天的落叶', { family: 'autumn' }],
  ['厨房', { family: 'wood' }],
  ['手机放在绿色背景上', { family: 'paper', colors: ['green'] }],
  ['草地上的野餐', { family: 'meadow' }],
  ['黑色背景，金色闪粉', { family: 'gold', colors: ['black', 'gold'] }],
];

const japanese: readonly Case[] = [
  ['白いリネンの上、やわらかい自然光', { family: 'linen', colors: ['white'], light: 'soft' }],
  ['大理石のテーブル、朝の光', { family: 'marble', time: 'morning' }],
  ['暗い木のテーブル、夕方、左から光', { family: 'wood', time: 'evening', side: 'left', tone: 'dark' }],
  ['夕暮れのビーチ', { family: 'beach', time: 'evening' }],
  ['ピンクの壁にヤシの葉の影', { family: 'leaves', colors: ['pink'] }],
  ['明るい青の紙', { family: 'paper', colors: ['blue'], tone: 'bright' }],
  ['夜の街', { family: 'city', time: 'night' }],
  ['青色の背景', { family: 'paper', colors: ['blue'] }],
  ['紅葉の森', { family: 'autumn' }],
  ['木漏れ日の中', { family: 'leaves' }],
  ['赤ワインを石の上に', { family: 'slate' }],
  ['クリスマスのイルミネーション', { family: 'festive' }],
  ['ｺﾝｸﾘｰﾄの壁、上から強い光', { family: 'concrete', side: 'above', light: 'hard' }],
  ['海辺の砂浜', { family: 'beach' }],
  ['雨の日の窓', { family: 'rain' }],
  ['くすみピンク', { family: 'paper', colors: ['pink'], mood: 'muted' }],
];

const korean: readonly Case[] = [
  ['대리석 테이블 위 아침 햇살', { family: 'marble', time: 'morning' }],
  ['어두운 나무 테이블, 저녁 빛, 왼쪽에서 오는 빛', { family: 'wood', time: 'evening', side: 'left', tone: 'dark' }],
  ['하얀 린넨 위에 부드러운 자연광', { family: 'linen', colors: ['white'], light: 'soft' }],
  ['해질녘 해변에서', { family: 'beach', time: 'evening' }],
  ['분홍색 벽에 야자수 그림자', { family: 'leaves', colors: ['pink'] }],
  ['밝은 파란 종이', { family: 'paper', colors: ['blue'], tone: 'bright' }],
  ['밤의 도시', { family: 'city', time: 'night' }],
  ['눈 덮인 산', { family: 'mountains' }],
  ['눈이 내린 숲에서', { family: 'snow' }],
  ['크리스마스 조명', { family: 'festive' }],
  ['빨간 우산', { family: 'paper', colors: ['red'] }],
  ['안개 낀 숲속', { family: 'forest' }],
  ['벽돌벽 앞에서, 역광', { family: 'brick', side: 'behind' }],
  ['도시락은 나무 위에', { family: 'wood' }],
  ['가을 낙엽', { family: 'autumn' }],
  ['고급스러운 금색', { family: 'gold', colors: ['gold'] }],
];

describe.each(Object.entries({ english, german, french, spanish, russian, chinese, japanese, korean }))(
  'in %s',
  (_, cases) => {
    test.each(cases)('reads “%s”', (sentence, scene) => {
      const reading = readScene(sentence);
      expect(reading.scene).toEqual(scene);
      expect(reading.understood).toBe(true);
    });
  },
);

/** Each row means the same in English, German, French, Spanish, Russian, Chinese, Japanese and Korean. */
const translations: readonly (readonly [SceneDescription, readonly string[]])[] = [
  [
    { family: 'marble', colors: ['white'], time: 'morning' },
    [
      'white marble in the morning',
      'weißer Marmor am Morgen',
      'marbre blanc le matin',
      'mármol blanco por la mañana',
      'белый мрамор утром',
      '早晨的白色大理石',
      '朝の白い大理石',
      '아침의 하얀 대리석',
    ],
  ],
  [
    { family: 'wood', tone: 'dark', side: 'right' },
    [
      'dark wood, light from the right',
      'dunkles Holz, Licht von rechts',
      'bois sombre, lumière de droite',
      'madera oscura, luz desde la derecha',
      'тёмное дерево, свет справа',
      '深色木头，光从右边来',
      '暗い木、右からの光',
      '어두운 나무, 오른쪽에서 오는 빛',
    ],
  ],
  [
    { family: 'neon', time: 'night' },
    [
      'a city street with neon at night',
      'eine Straße in der Stadt mit Neon bei Nacht',
      'une rue de la ville avec néons, la nuit',
      'una calle de la ciudad con neón por la noche',
      'улица города с неоном ночью',
      '夜晚有霓虹的城市街道',
      '夜のネオンの街',
      '네온이 있는 밤의 도시 거리',
    ],
  ],
  [
    { family: 'concrete', colors: ['grey'], light: 'hard' },
    [
      'grey concrete in hard light',
      'grauer Beton in hartem Licht',
      'béton gris, lumière dure',
      'hormigón gris con luz dura',
      'серый бетон, жёсткий свет',
      '灰色混凝土，硬光',
      '灰色のコンクリート、硬い光',
      '회색 콘크리트, 강한 빛',
    ],
  ],
  [
    { family: 'silk', colors: ['pink'], mood: 'pastel' },
    [
      'pink silk, pastel',
      'rosa Seide, pastell',
      'soie rose, pastel',
      'seda rosa, pastel',
      'розовый шёлк, пастель',
      '粉色丝绸，马卡龙',
      'ピンクのシルク、パステル',
      '분홍 실크, 파스텔',
    ],
  ],
  [{ family: 'sea' }, ['the ocean', 'der Ozean', "l'océan", 'el océano', 'океан', '大海', 'オーシャン', '바다']],
];

test.each(translations)('reads %o from all languages', (scene, sentences) => {
  expect(sentences.map((sentence) => readScene(sentence).scene)).toEqual(sentences.map(() => scene));
});

describe('mixed languages', () => {
  test.each<Case>([
    ['marble Tisch im Morgenlicht', { family: 'marble', time: 'morning' }],
    ['大理石 in soft light', { family: 'marble', light: 'soft' }],
    ['деревянный стол, soft light, 左', { family: 'wood', light: 'soft', side: 'left' }],
    ['白い linen, lumière du matin', { family: 'linen', colors: ['white'], time: 'morning' }],
    ['화이트 marble', { family: 'marble', colors: ['white'] }],
  ])('reads “%s”', (sentence, scene) => {
    expect(readScene(sentence).scene).toEqual(scene);
  });

  test('a word that two languages share is read in the language of its sentence', () => {
    expect(readScene('marble or wood').scene).toEqual({ family: 'marble' });
    expect(readScene('marbre et or').scene).toEqual({ family: 'marble', colors: ['gold'] });
    expect(readScene('what I see on the table').scene).toEqual({ family: 'wood' });
    expect(readScene('Blick auf den See').scene).toEqual({ family: 'sea' });
    expect(readScene('auf jeden Fall Papier').scene).toEqual({ family: 'paper' });
  });
});

describe('result of a reading', () => {
  test('contains the understood words with their place in the sentence', () => {
    expect(known('On a WHITE marble, white Marble Table at Dawn')).toEqual([
      'WHITE',
      'marble',
      'white',
      'Marble',
      'Table',
      'Dawn',
    ]);
    expect(known('清晨的大理石')).toEqual(['清晨', '大理石']);
    expect(known('auf dem Marmortisch')).toEqual(['Marmortisch']);
  });

  test('lists as shown what is painted, and not what a word only suggests', () => {
    const shown = (sentence: string) => {
      const reading = readScene(sentence);
      return reading.shown.map((index) => {
        const { start = 0, end = 0 } = reading.parts[index] ?? {};
        return sentence.slice(start, end);
      });
    };
    expect(shown('office with bookshelves at night')).toEqual(['night']);
    expect(shown('a marble table in front of the Eiffel tower')).toEqual(['marble']);
  });

  test.each(['', '   ', 'xyzzy', '???', '12345', 'the and of', '🍕🍕', '\u0000\uFFFF', '\uD800'])(
    'understands nothing of “%s”',
    (words) => {
      expect(readScene(words)).toMatchObject({ scene: { family: 'studio' }, shown: [], understood: false });
    },
  );

  test.each([
    'the best face cream for women who are over forty',
    'handbag with strap, ultra realistic',
    'eine kleine praktische Handtasche, romantisch und realistisch',
    'der Käufer hat eine Begründung',
    'la meilleure crème pour les femmes',
    'zapatos, reloj y bolso',
    'кроссовки, часы и крем для рук',
    '护肤品、手表、手机壳、香水、面霜',
    '靴、時計、バッグ、イヤホン',
    '신발, 시계, 가방, 도시락, 우산',
    '강아지 목줄, 면도기',
  ])('understands nothing of the product description “%s”', (words) => {
    expect(known(words)).toEqual([]);
  });

  test('contains at most two colours, in their order', () => {
    expect(readScene('green, red, blue and green').scene.colors).toEqual(['green', 'red']);
  });

  test('gives a specific time precedence over “sunny”', () => {
    expect(readScene('a sunny morning').scene.time).toBe('morning');
  });
});

describe('hostile input', () => {
  const end = ' marble';

  test.each<[string, string]>([
    ['400 emoji', '👩‍👩‍👧‍👦'.repeat(400)],
    ['right-to-left words and control characters', '\u202Eرخام أبيض שיש לבן\u202C '.repeat(100)],
    ['stacked accents', `a${'\u0301'.repeat(10_000)}`],
    ['regular-expression syntax', '(a+)+$ [*] \\ ** '.repeat(700)],
    ['10 000 characters of words', 'qwertz '.repeat(1_430)],
  ])('before a known word is ignored: %s', (_, noise) => {
    expect(readScene(noise + end).scene).toEqual({ family: 'marble' });
    expect(known(noise + end)).toEqual(['marble']);
  });

  test.each<[string, string]>([
    ['one long word', 'b'.repeat(300_000)],
    ['one word of repeated entries', 'holz'.repeat(75_000)],
    ['one run of Chinese characters', '大'.repeat(300_000)],
    ['one run of Korean syllables', '가'.repeat(300_000)],
  ])('takes time in proportion to its length: %s', (_, noise) => {
    // Quadratic time would take minutes.
    expect(known(noise + end).at(-1)).toBe('marble');
  });
});
