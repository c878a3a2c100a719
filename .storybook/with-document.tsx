import type { Decorator } from '@storybook/react-vite';
import { useLayoutEffect, type ReactNode } from 'react';

interface Settings {
  theme: string;
  locale: string;
  motion: string;
}

/**
 * Applies theme, language and motion to the document's root element, as the site does. A docs page shows stories of
 * different settings in one document, so each story there gets a container with its own settings.
 */
export const withDocument: Decorator = (Story, { globals, viewMode }) => {
  const settings = {
    theme: String(globals['theme']),
    locale: String(globals['locale']),
    motion: String(globals['motion']),
  };
  const Place = viewMode === 'docs' ? OnSheet : OnDocument;
  return (
    <Place {...settings}>
      <Story />
    </Place>
  );
};

function OnDocument({ theme, locale, motion, children }: Settings & { children: ReactNode }) {
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.lang = locale;
    root.dataset['theme'] = theme;
    root.dataset['motion'] = motion;
  }, [theme, locale, motion]);
  return children;
}

function OnSheet({ theme, locale, motion, children }: Settings & { children: ReactNode }) {
  return (
    <div lang={locale} data-theme={theme} data-motion={motion} className="bg-paper p-6 text-14 text-ink">
      {children}
    </div>
  );
}
