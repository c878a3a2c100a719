import { formatDateTime, formatNumber, type Locale } from '@isola/i18n';
import { type CheckedReceipt, type Comparison, fingerprintOfKey, type Receipt } from '@isola/imaging/receipt';
import type { Size } from '@isola/imaging';
import { Banner, type BannerTone } from '@isola/ui/banner';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { createReceiptKeyStore } from '../../persistence/receipt-key.ts';
import { ComparisonNote } from './comparison-note.tsx';
import { paintMap, shownRegions } from './paint-map.ts';
import { PixelShares } from './pixel-shares.tsx';

export interface CheckOutcomeProps {
  receipt: Receipt;
  checked: CheckedReceipt;
}

/** A sentence about the check as a whole. */
type Verdict =
  | 'confirmed'
  | 'confirmed-differing'
  | 'edited'
  | 'photograph'
  | 'result'
  | 'contradicted'
  | Extract<CheckedReceipt['pixels'], { state: 'not-compared' }>['reason'];

/** Tones of the verdicts that are no contradiction. The others are errors. */
export const verdictTones: Partial<Record<Verdict, BannerTone>> = {
  confirmed: 'success',
  'confirmed-differing': 'warning',
};

/** Outcome of a check: what agrees and what does not, the shares of the pixels, their map, and who signed what. */
export function CheckOutcome({ receipt, checked }: CheckOutcomeProps) {
  const { t } = useTranslation('receipt');
  const { pixels } = checked;
  return (
    <section aria-label={t('outcome.title')} data-slot="check-outcome" className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        {verdictsOf(checked).map((verdict) => (
          <Banner
            key={verdict}
            tone={verdictTones[verdict] ?? 'danger'}
            title={t(`verdict.${verdict}.title`)}
            data-code={verdict}
            // The line above the outcome announces an agreement.
            {...(verdictTones[verdict] && { role: 'group' })}
          >
            <p>{t(`verdict.${verdict}.text`)}</p>
          </Banner>
        ))}
      </div>
      {pixels.state === 'compared' && (
        <>
          <div className="flex flex-col gap-3">
            <h2 className="text-18 font-semibold">{t('outcome.pixels')}</h2>
            <PixelShares counts={pixels.comparison.counts} />
            <ComparisonNote receipt={receipt} strictness={pixels.strictness} />
          </div>
          <PixelMap comparison={pixels.comparison} size={pixels.shown} />
        </>
      )}
      <Facts receipt={receipt} checked={checked} />
    </section>
  );
}

/** Returns what a check found, as sentences about the whole. */
export function verdictsOf({ signature, photograph, result, pixels }: CheckedReceipt): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  if (signature === 'edited') verdicts.push('edited');
  if (photograph === 'other') verdicts.push('photograph');
  if (result === 'changed') verdicts.push('result');
  if (pixels.state === 'not-compared') verdicts.push(pixels.reason);
  else if (pixels.claim === 'contradicted') verdicts.push('contradicted');
  if (verdicts.length > 0 || pixels.state === 'not-compared') return verdicts;
  return [pixels.comparison.counts.other > 0 ? 'confirmed-differing' : 'confirmed'];
}

/** Map of the findings, and a list of the parts that differ. */
function PixelMap({ comparison, size }: { comparison: Comparison; size: Size }) {
  const { t, i18n } = useTranslation('receipt');
  const language = i18n.language as Locale;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) paintMap(canvas.current, comparison, size);
  }, [comparison, size]);
  const { regions } = comparison;
  const more = regions.length - shownRegions;
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-18 font-semibold">{t('map.title')}</h2>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('map.label')}
        data-slot="pixel-map"
        className="max-w-full self-start rounded-md border border-line bg-sunk forced-color-adjust-none"
      />
      {regions.length > 0 && (
        <>
          <p className="text-14 font-medium">{t('regions.title')}</p>
          <ol data-slot="regions" className="flex flex-col gap-1 text-13 tabular-nums">
            {regions.slice(0, shownRegions).map(({ x, y, widthPx, heightPx, count }, index) => (
              <li key={`${x} ${y}`}>
                {/* The number is that of the frame in the map. */}
                {index + 1}. {t('regions.item', { width: widthPx, height: heightPx, x, y })} ·{' '}
                {t('pixels', { number: formatNumber(language, count) })}
              </li>
            ))}
          </ol>
          {more > 0 && <p className="text-13 text-soft">{t('regions.more', { number: more })}</p>}
        </>
      )}
      <p className="text-13 text-soft">{t('map.limits')}</p>
    </div>
  );
}

function Facts({ receipt, checked: { fingerprint } }: CheckOutcomeProps) {
  const { t, i18n } = useTranslation('receipt');
  const own = useOwnFingerprint();
  const { issuedAt, program, model, photograph, result } = receipt;
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-18 font-semibold">{t('facts.title')}</h2>
      <dl className="flex flex-col text-13">
        <Fact label={t('facts.issued')}>
          {formatDateTime(i18n.language as Locale, new Date(issuedAt))} · {t('facts.clock')}
        </Fact>
        <Fact label={t('facts.program')}>
          {program.name} {program.version}
        </Fact>
        <Fact label={t('facts.model')}>
          <span>{model.id}</span>
          {model.sha256 && <Hash>{model.sha256}</Hash>}
        </Fact>
        <Fact label={t('check.photograph')}>
          <span>{t('pixels', { number: `${photograph.widthPx} × ${photograph.heightPx}` })}</span>
          <Hash>{photograph.sha256}</Hash>
        </Fact>
        <Fact label={t('check.result')}>
          <span>{t('pixels', { number: `${result.widthPx} × ${result.heightPx}` })}</span>
          <Hash>{result.sha256}</Hash>
        </Fact>
        <Fact label={t('facts.key')}>
          {own !== undefined && <span>{t(own === fingerprint ? 'facts.ownKey' : 'facts.otherKey')}</span>}
          <Hash>{fingerprint}</Hash>
        </Fact>
      </dl>
      <p className="text-13 text-soft">{t('facts.meaning')}</p>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-faint">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Hash({ children }: { children: string }) {
  return <span className="block font-mono text-12 wrap-anywhere text-soft">{children}</span>;
}

/** @returns the fingerprint of this device's key, an empty text when there is none, and undefined until it is known. */
function useOwnFingerprint(): string | undefined {
  const [own, setOwn] = useState<string>();
  useEffect(() => {
    let isGone = false;
    void createReceiptKeyStore()
      .get()
      .then(async (key) => (key ? fingerprintOfKey(key.publicKey) : ''))
      .then((fingerprint) => !isGone && setOwn(fingerprint));
    return () => {
      isGone = true;
    };
  }, []);
  return own;
}
