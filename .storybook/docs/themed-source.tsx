import { CodeOrSourceMdx, Source } from '@storybook/addon-docs/blocks';
import type { ComponentProps } from 'react';
import { useTheme } from 'storybook/theming';

/** Storybook draws code light on a dark page unless each block says otherwise: it follows the page’s theme here. */
export function ThemedSource(props: ComponentProps<typeof Source>) {
  return <Source {...props} dark={useIsDark()} />;
}

/** The same for code that is fenced in a page’s Markdown, and words in code font, which have no ground of their own. */
export function ThemedCode(props: ComponentProps<typeof CodeOrSourceMdx>) {
  // What it does not know it passes on to its block.
  const passedOn = { dark: useIsDark() };
  return <CodeOrSourceMdx {...props} {...passedOn} />;
}

function useIsDark(): boolean {
  return useTheme().base === 'dark';
}
