import { DocsContainer, type DocsContainerProps } from '@storybook/addon-docs/blocks';
import type { PropsWithChildren } from 'react';

import { dark, light } from './brand.ts';

/** The page round the docs follows the theme of the toolbar, as the stories on it do. */
export function DocsPage({ context, children }: PropsWithChildren<DocsContainerProps>) {
  const theme = themeOf(context);
  return (
    <DocsContainer context={context} theme={theme === 'dark' ? dark : light}>
      <div data-theme={theme}>{children}</div>
    </DocsContainer>
  );
}

/** A page without stories, such as the introduction, has no globals of its own. */
function themeOf(context: DocsContainerProps['context']): string {
  const stories = context.componentStories();
  const [story] = stories;
  const globals = story ? context.getStoryContext(story).globals : undefined;
  return String(globals?.['theme'] ?? 'light');
}
