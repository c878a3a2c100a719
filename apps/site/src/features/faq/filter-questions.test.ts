import { expect, test } from 'vitest';

import { filterQuestions } from './filter-questions.ts';

const german = [
  { question: 'Darf die Datei größer sein?', answer: 'Bis 10 MB, als JPEG oder PNG.' },
  { question: 'Wird mein Foto hochgeladen?', answer: 'Nein. Es bleibt auf Ihrem Gerät.' },
  { question: 'Läuft es ohne Netz?', answer: 'Ja, sobald das Modell auf dem Gerät ist.' },
];

const chinese = [
  { question: '可以用来做证件照吗？', answer: '工作证往往允许换成白底。' },
  { question: '白色商品为什么会缺边？', answer: '两边一样白的地方没有边界。' },
];

const found = (questions: typeof german, query: string, language: string) =>
  filterQuestions(questions, query, language).map(({ question }) =>
    questions.findIndex((q) => q.question === question),
  );

test.each([
  ['a word of a question', 'Foto', [1]],
  ['a word of an answer', 'Modell', [2]],
  ['part of a word', 'hochgel', [1]],
  ['a word in another case', 'jPeG', [0]],
  ['a word without its umlaut', 'lauft', [2]],
  ['a word with a superfluous accent', 'Nétz', [2]],
  ['several words, all of which must match', 'gerät modell', [2]],
  ['several words, one of which does not', 'gerät jpeg', []],
  ['words of question and answer together', 'foto gerat', [1]],
  ['a number with its unit but without the space', '10mb', [0]],
  ['punctuation between words', 'JPEG/PNG?', [0]],
  ['an empty query', '', [0, 1, 2]],
  ['only spaces and punctuation', ' … ? ', [0, 1, 2]],
])('filterQuestions returns the matching questions for %s', (_, query, expected) => {
  expect(found(german, query, 'de')).toEqual(expected);
});

test.each([
  ['two words without a space', '证件照白底', [0]],
  ['a word within other words', '商品', [1]],
  ['a single character', '白', [0, 1]],
])('filterQuestions returns the matching Chinese questions for %s', (_, query, expected) => {
  expect(found(chinese, query, 'zh-Hans')).toEqual(expected);
});

test('filterQuestions treats full-width letters like ordinary ones', () => {
  expect(found(german, 'ＰＮＧ', 'ja')).toEqual([0]);
});
