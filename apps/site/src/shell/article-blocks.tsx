import { type ArticleBlock, type ArticleContent, articleText } from '@isola/i18n';
import { Link as UiLink } from '@isola/ui/link';
import { useTranslation } from 'react-i18next';

import { PageLink } from './page-link.tsx';
import { pageAt } from './pages.ts';

/** Paragraphs and lists of an article. The surrounding element sets their style. */
export function ArticleBlocks({ blocks }: { blocks: readonly ArticleBlock[] }) {
  return blocks.map((block) =>
    block.kind === 'paragraph' ? (
      <p key={articleText([block])}>
        <Content content={block.content} />
      </p>
    ) : (
      <ul key={articleText([block])}>
        {block.items.map((content) => (
          <li key={articleText([{ kind: 'paragraph', content }])}>
            <Content content={content} />
          </li>
        ))}
      </ul>
    ),
  );
}

function Content({ content }: { content: ArticleContent }) {
  return content.map((span) => {
    if (typeof span === 'string') return span;
    const key = `${span.kind} ${span.text}`;
    if (span.kind === 'link') return <ArticleLink key={key} to={span.to} text={span.text} />;
    const Mark = span.kind;
    return <Mark key={key}>{span.text}</Mark>;
  });
}

function ArticleLink({ to, text }: { to: string; text: string }) {
  const { t } = useTranslation('pages');
  if (!to.startsWith('/')) return <UiLink href={to}>{text}</UiLink>;
  const [path = '', hash] = to.split('#');
  const page = pageAt(path);
  return (
    <UiLink asChild>
      <PageLink page={page} {...(hash !== undefined && { hash })}>
        {text || t(`${page}.title`)}
      </PageLink>
    </UiLink>
  );
}
