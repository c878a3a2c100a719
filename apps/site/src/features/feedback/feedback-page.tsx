import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

import { FeedbackForm } from './feedback-form.tsx';

/** Page with the feedback form. */
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
