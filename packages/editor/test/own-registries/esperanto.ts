import type { Locale } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';

/** Some texts in Esperanto. */
const words: Partial<Record<string, Readonly<Record<string, string>>>> = {
  editor: {
    'tools.background': 'Fono',
    'tools.export': 'Eksporti',
    'history.undo': 'Malfari',
    'history.undoStep': 'Malfari: {{step}}',
    'step.blur': 'malfokusigita originalo',
    'background.blur': 'Malfokusigita originalo',
  },
  tool: { download: 'Elŝuti {{format}}' },
};

/** Loads texts in Esperanto. Missing texts are in English. */
export async function loadWords(locale: Locale | 'eo', namespace: Parameters<typeof importWords>[1]) {
  if (locale !== 'eo') return importWords(locale, namespace);
  return { ...Object(await importWords('en', namespace)), ...words[namespace] };
}
