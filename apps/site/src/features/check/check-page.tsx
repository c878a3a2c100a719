import { ReceiptCheck } from '@isola/editor/react/receipt-check';
import { useTranslation } from 'react-i18next';

import { PageFrame } from '#shell/page-frame.tsx';

/** Page that checks a photograph and its result against a receipt, on the visitor's device. */
export function CheckPage() {
  const { t } = useTranslation('receipt');
  return (
    <PageFrame page="check" lead={t('check.lead')}>
      <ReceiptCheck />
    </PageFrame>
  );
}
