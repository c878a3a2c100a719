import { useTranslation } from 'react-i18next';

const steps = ['put', 'wait', 'save'] as const;

/** Lists the steps from opening an image to saving the result. */
export function Steps() {
  const { t } = useTranslation('home');
  return (
    <section
      aria-labelledby="home-steps"
      className="grid gap-x-16 gap-y-6 border-t border-line py-14 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <h2 id="home-steps" className="text-28 font-semibold">
        {t('steps.title')}
      </h2>
      <ol className="grid gap-x-10 gap-y-8 sm:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step}>
            <p aria-hidden className="text-13 text-accent-ink tabular-nums">
              {index + 1}
            </p>
            <h3 className="mt-1 text-16 font-semibold">{t(`steps.${step}.title`)}</h3>
            <p className="mt-1.5 text-soft">{t(`steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
