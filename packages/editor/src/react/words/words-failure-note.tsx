import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';

import type { WordsFailureCode } from '../../words/background-maker.ts';

export interface WordsFailureNoteProps {
  /** `not-applied`: a background was made but could not be put behind the cutout. */
  failure: {
    readonly code: Exclude<WordsFailureCode, 'words-missing' | 'words-too-long'> | 'not-applied';
    readonly waitSeconds?: number | undefined;
  };
  /** Name of the provider. */
  maker: string;
  onDismiss: () => void;
  /** Paints on this device instead. The tool never switches from the provider to the device without this press. */
  onPaintHere?: () => void;
}

/** Banner that says why no background was made and what to do. */
export function WordsFailureNote({ failure, maker, onDismiss, onPaintHere }: WordsFailureNoteProps) {
  const { t } = useTranslation(['editor', 'common', 'messages']);
  const { title, text } = useFailureWords(failure, maker);
  return (
    <Banner
      tone="danger"
      data-code={failure.code}
      title={title}
      onDismiss={onDismiss}
      dismissLabel={t('common:dismiss')}
      actions={
        onPaintHere && (
          <Button size="sm" onClick={onPaintHere}>
            {t('words.paintHere')}
          </Button>
        )
      }
    >
      <p>{text}</p>
    </Banner>
  );
}

function useFailureWords({ code, waitSeconds }: WordsFailureNoteProps['failure'], name: string) {
  const { t, i18n } = useTranslation(['editor', 'messages']);
  const wait = waitWords(i18n.language, waitSeconds ?? 60);
  switch (code) {
    case 'words-refused':
      return { title: t('messages:generation.failed.title'), text: t('words.failure.words-refused', { name }) };
    case 'limit-visitor':
    case 'limit-day':
    case 'limit-month':
    case 'limit-site':
      return { title: t('words.limit.title'), text: t(`words.failure.${code}`, { wait }) };
    case 'busy':
      return { title: t('messages:generation.failed.title'), text: t('words.failure.busy', { wait }) };
    case 'timeout':
      return { title: t('messages:fetch.timeout.title'), text: t('words.failure.timeout', { name }) };
    case 'fetch-failed':
      return { title: t('messages:proxy.failed.title'), text: t('words.failure.fetch-failed', { name }) };
    case 'unreadable':
      return { title: t('messages:generation.failed.title'), text: t('words.failure.unreadable', { name }) };
    case 'session-ended':
      return { title: t('messages:session.missing.title'), text: t('messages:session.missing.text') };
    case 'network':
      return { title: t('messages:server.unreachable.title'), text: t('messages:server.unreachable.text') };
    case 'not-offered':
      return { title: t('messages:generation.failed.title'), text: t('words.failure.not-offered') };
    case 'failed':
      return { title: t('messages:generation.failed.title'), text: t('messages:generation.failed.text') };
    case 'not-applied':
      return { title: t('messages:background.failed.title'), text: t('messages:background.failed.text') };
    default:
      return code satisfies never;
  }
}

/** Formats a wait in seconds, minutes or hours, whichever suits its length. */
function waitWords(language: string, seconds: number): string {
  const [value, unit] =
    seconds < 90 ? [seconds, 'second'] : seconds < 5_400 ? [seconds / 60, 'minute'] : [seconds / 3_600, 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(value));
}
