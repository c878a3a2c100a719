import { sourceFormatOf } from '@isola/convert';
import type { ForeignFormat } from '@isola/segmenter';
import { Banner, type BannerProps } from '@isola/ui/banner';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { canSucceedLater, type Failure } from '../../model/failure.ts';
import { ConversionOffer, type ConversionOfferProps } from '../convert/conversion-offer.tsx';

export interface FailureBannerProps {
  failure: Failure;
  /** Kind of the file that could not be opened: the image, or a background for it. */
  of?: 'image' | 'background';
  /** Files of another format. Their conversion is offered if the format can be converted. */
  foreignFiles?: readonly Blob[] | undefined;
  onConverted?: ConversionOfferProps['onConverted'];
  /** Buttons for the next step. */
  actions?: BannerProps['actions'];
  /** Makes the banner dismissible, for example for a file that was refused while another image is open. */
  onDismiss?: () => void;
}

/** Banner that describes a failure. Its texts must be loaded, so render it through `FailureBanner`. */
export function WordedFailure(props: FailureBannerProps) {
  // A failure of the file itself has the same text for every file. The texts of other failures mention the edited
  // image.
  const isUnopened = props.of === 'background' && canSucceedLater(props.failure);
  return isUnopened ? <UnopenedBackground {...props} /> : <WordedByCode {...props} />;
}

function WordedByCode({ failure, foreignFiles, onConverted, actions, onDismiss }: FailureBannerProps) {
  const { code, format } = failure;
  const canConvert = sourceFormatOf(format) !== undefined;
  const { t } = useTranslation(['errors', 'common', 'editor']);
  const dismissal = onDismiss ? { onDismiss, dismissLabel: t('common:dismiss') } : {};
  const isOffline = useSyncExternalStore(subscribeOnline, () => !navigator.onLine);
  const title = format ? t('errors:unsupported-format.named', { format }) : t(`errors:${code}.title`);
  const text = () => {
    if (code === 'project-not-opened') return t(`editor:saved.error.${failure.reason ?? 'damaged-file'}`);
    // Offline, a retry would fail as well, so the text says so. The text of `network` mentions the connection already.
    const needsConnection = code === 'model-load-failed' || code === 'resource-load-failed';
    return t(isOffline && needsConnection ? 'errors:offline' : `errors:${code}.text`);
  };
  return (
    <Banner tone="danger" title={title} actions={actions} data-code={code} {...dismissal}>
      <p>{text()}</p>
      {format && <p className="mt-1">{t(`errors:unsupported-format.${helpFor(format)}`)}</p>}
      {foreignFiles && onConverted && canConvert && <ConversionOffer files={foreignFiles} onConverted={onConverted} />}
      <Particulars failure={failure} />
    </Banner>
  );
}

function UnopenedBackground({ failure, actions, onDismiss }: FailureBannerProps) {
  const { t } = useTranslation(['messages', 'common']);
  const dismissal = onDismiss ? { onDismiss, dismissLabel: t('common:dismiss') } : {};
  return (
    <Banner
      tone="danger"
      title={t('messages:upload.failed.title')}
      actions={actions}
      data-code={failure.code}
      {...dismissal}
    >
      <p>{t('messages:upload.failed.text')}</p>
      <Particulars failure={failure} />
    </Banner>
  );
}

function subscribeOnline(listener: () => void): () => void {
  const controller = new AbortController();
  for (const type of ['online', 'offline']) addEventListener(type, listener, { signal: controller.signal });
  return () => controller.abort();
}

/** Technical detail of an unexpected failure, for bug reports. */
function Particulars({ failure: { code, detail } }: Pick<FailureBannerProps, 'failure'>) {
  const { t } = useTranslation('errors');
  if (code !== 'processing-failed' || !detail) return null;
  return <p className="mt-1 font-mono text-12">{t('detail', { detail })}</p>;
}

/** Returns the key of the advice on how to convert a file of another format to JPEG, PNG or WebP. */
function helpFor(format: ForeignFormat): 'heic' | 'video' | 'web-page' | 'archive' | 'export' {
  switch (format) {
    case 'HEIC':
      return 'heic';
    case 'MOV':
    case 'MP4':
      return 'video';
    case 'HTML':
      return 'web-page';
    case 'ZIP':
      return 'archive';
    case 'AVIF':
    case 'BMP':
    case 'GIF':
    case 'ICO':
    case 'JPEG 2000':
    case 'JPEG XL':
    case 'PDF':
    case 'PSD':
    case 'RAW':
    case 'SVG':
    case 'TIFF':
    case 'XCF':
      return 'export';
    default:
      return format satisfies never;
  }
}
