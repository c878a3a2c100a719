import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

import { FeedbackForm } from './feedback-form.tsx';

/** A place to say what does not work. */
export function FeedbackPage() {
  const { t } = useTranslation('feedback');
  return (
    <PageFrame page="feedback" lead={t('lead')}>
      <div className="max-w-160">
        <FeedbackForm />
      </div>
    </PageFrame>
  );
}
