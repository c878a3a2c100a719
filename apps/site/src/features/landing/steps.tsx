import { useTranslation } from 'react-i18next';

import type { Point } from './points.tsx';
import { Section } from './section.tsx';

/** What to do, one after another. */
export function Steps({ steps }: { steps: readonly Point[] }) {
  const { t } = useTranslation('landing');
  return (
    <Section heading={t('steps.heading')}>
      <ol className="grid gap-x-8 gap-y-7 sm:grid-cols-2">
        {steps.map(({ id, title, text }, index) => (
          <li key={id} className="flex gap-4">
            <span
              aria-hidden
              className="grid size-7 flex-none place-items-center rounded-full border border-accent-line text-13 font-medium text-accent-ink tabular-nums"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-16 font-semibold">{title}</h3>
              <p className="mt-1 text-14 text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
