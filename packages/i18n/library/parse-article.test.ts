import { expect, test } from 'vitest';

import { parseArticle } from './parse-article.ts';

test('parses sections, subsections, lists, links and inline formatting', () => {
  const article = parseArticle(
    `What this is
about.

## Images {#images}

Up to **10 MB**, in *any* of \`PNG\` and \`JPEG\`; see [the terms](/terms#limits).

### May I? {#may-i}

- Yes
- Or [ask](https://example.org/)

[](/privacy)

## 2. End {#end}

sb-auth_token_1, 3 < 4 & 5 ~ 6, \\*, www.example.org
`,
    'test.md',
  );
  expect(article).toEqual({
    lead: 'What this is about.',
    sections: [
      {
        id: 'images',
        title: 'Images',
        blocks: [
          {
            kind: 'paragraph',
            content: [
              'Up to ',
              { kind: 'strong', text: '10 MB' },
              ', in ',
              { kind: 'em', text: 'any' },
              ' of ',
              { kind: 'code', text: 'PNG' },
              ' and ',
              { kind: 'code', text: 'JPEG' },
              '; see ',
              { kind: 'link', to: '/terms#limits', text: 'the terms' },
              '.',
            ],
          },
        ],
        sections: [
          {
            id: 'may-i',
            title: 'May I?',
            blocks: [
              {
                kind: 'list',
                items: [['Yes'], ['Or ', { kind: 'link', to: 'https://example.org/', text: 'ask' }]],
              },
              { kind: 'paragraph', content: [{ kind: 'link', to: '/privacy', text: '' }] },
            ],
            sections: [],
          },
        ],
      },
      {
        id: 'end',
        title: '2. End',
        blocks: [{ kind: 'paragraph', content: ['sb-auth_token_1, 3 < 4 & 5 ~ 6, *, www.example.org'] }],
        sections: [],
      },
    ],
  });
});

test.each([
  ['inline HTML', '<b>bold</b>', 'html'],
  ['an HTML block', '<script>alert(1)</script>', 'html'],
  ['an image', '![A cup](/cup.png)', 'image'],
  ['a table', '| a | b |\n| - | - |\n| <i>1</i> | 2 |', 'html'],
  ['a quotation', '> said', 'blockquote'],
  ['a code block', '```\ncode\n```', 'code'],
  ['a numbered list', '1. one\n2. two', 'list'],
  ['an entity', 'this &amp; that', 'entities'],
  ['a placeholder', '{{count}} images', 'placeholders'],
  ['a link to a script', '[a](javascript:alert(1))', 'https'],
  ['a heading of the first level', '# Title {#title}', 'level 2'],
  ['a heading of the fourth level', '#### Title {#title}', 'level 2'],
  ['a heading without an id', '## Title', '{#id}'],
  ['a duplicate id', '## Title {#one}', 'two sections'],
])('rejects %s and names the file', (_, markdown, reason) => {
  const parse = () => parseArticle(`Lead\n\n## One {#one}\n\n${markdown}\n`, 'de/faq.md');
  expect(parse).toThrow(reason);
  expect(parse).toThrow('de/faq.md');
});

test('rejects a text without a lead and one with two paragraphs before the first heading', () => {
  expect(() => parseArticle('## One {#one}\n', 'a.md')).toThrow('before the first heading');
  expect(() => parseArticle('Lead\n\nMore\n', 'a.md')).toThrow('one paragraph');
});
