import { formatNumber, formatPercent, type Locale } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

import { measuredFacts } from './measured-facts.ts';

/** Compares Isola with another background remover that runs the same model in the browser, on the same machine. */
export function Measured() {
  const { t, i18n } = useTranslation('home');
  const locale = i18n.language as Locale;
  return (
    <section
      aria-labelledby="home-measured"
      className="grid gap-x-16 gap-y-6 border-t border-line py-14 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <div>
        <h2 id="home-measured" className="text-28 font-semibold">
          {t('measured.title')}
        </h2>
        <p className="mt-3 max-w-100 text-soft">{t('measured.lead')}</p>
      </div>
      <div>
        <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
          {measuredFacts.map(({ id, ratio }) => (
            <div key={id} className="flex flex-col justify-between">
              <dt className="text-22 font-semibold tabular-nums">
                {t(`measured.${id}.claim`, {
                  times: formatNumber(locale, 1 / ratio, 1),
                  share: formatPercent(locale, 1 - ratio),
                })}
              </dt>
              <dd className="mt-1 text-soft">
                {t(`measured.${id}.note`)}
                {/* The full length of the bar is the value of the other program. */}
                <svg aria-hidden className="mt-2 h-1 w-full text-line">
                  <rect width="100%" height="4" fill="currentColor" />
                  <rect width={`${ratio * 100}%`} height="4" className="fill-accent" />
                </svg>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 max-w-160 text-13 text-faint">{t('measured.how')}</p>
      </div>
    </section>
  );
}
