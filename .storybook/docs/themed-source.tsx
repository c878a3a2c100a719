import { CodeOrSourceMdx, Source } from '@storybook/addon-docs/blocks';
import type { ComponentProps } from 'react';
import { useTheme } from 'storybook/theming';

/** Code block that follows the page’s theme. By default, Storybook renders code blocks light on dark pages too. */
export function ThemedSource(props: ComponentProps<typeof Source>) {
  return <Source {...props} dark={useIsDark()} />;
}

/** The same for fenced code in a page’s Markdown, and for inline code. */
export function ThemedCode(props: ComponentProps<typeof CodeOrSourceMdx>) {
  // `CodeOrSourceMdx` does not declare the prop `dark`, but passes it on to its code block.
  const passedOn = { dark: useIsDark() };
  return <CodeOrSourceMdx {...props} {...passedOn} />;
}

function useIsDark(): boolean {
  return useTheme().base === 'dark';
}
