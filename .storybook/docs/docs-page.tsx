import { DocsContainer, type DocsContainerProps } from '@storybook/addon-docs/blocks';
import type { PropsWithChildren } from 'react';

import { dark, light } from './brand.ts';

/** Docs page that follows the theme of the toolbar, as the stories on it do. */
export function DocsPage({ context, children }: PropsWithChildren<DocsContainerProps>) {
  const theme = themeOf(context);
  return (
    <DocsContainer context={context} theme={theme === 'dark' ? dark : light}>
      <div data-theme={theme}>{children}</div>
    </DocsContainer>
  );
}

/**
 * Returns the theme of the page's first story. A page without stories, such as the introduction, has no globals and is
 * light.
 */
function themeOf(context: DocsContainerProps['context']): string {
  const stories = context.componentStories();
  const [story] = stories;
  const globals = story ? context.getStoryContext(story).globals : undefined;
  return String(globals?.['theme'] ?? 'light');
}
